#ifndef LINETABLE_H
#define LINETABLE_H

#include <stddef.h>
#include <stdint.h>

/* Counts line feeds with memchr: as fast as bytes can be looked at. */
size_t linetable_count_newlines(const uint8_t *bytes, size_t count);

/* The least that a line model can do: notes where each line begins and whether it is an open or a ticked task.
   Returns the number of lines; `starts` and `kinds` must have room for one entry a byte in the worst case. */
size_t linetable_build(const uint8_t *bytes, size_t count, uint32_t *starts, uint8_t *kinds);

/* Bytes that the allocator has handed out and not got back. */
size_t linetable_allocated_bytes(void);

/* Parses with md4c's GFM dialect and callbacks that do nothing; 0 on success. */
int linetable_md4c(const uint8_t *bytes, size_t count);

/* Parses with cmark-gfm and its task list extension into its tree; 0 on success. */
int linetable_cmark(const uint8_t *bytes, size_t count);

#endif
