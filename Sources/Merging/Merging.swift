// Merging begins here.
