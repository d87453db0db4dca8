// A note as one text. What is typed is sent as it is typed; Done is the only way out.
import { notePath, perform, say, seen } from "./acts.js";
import { follow } from "./live.js";

/** How long typing rests before it is sent, in milliseconds. */
const rest = 300;

/** @param {HTMLTextAreaElement} area */
export function startEditing(area) {
  const begun = seen();
  let draft = crypto.getRandomValues(new Uint32Array(4)).join("-");
  /** What the server knows of the text. */
  let sent = area.value;
  let count = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let changes = 0;
  let isComposing = false;
  /** @type {Promise<void>} */
  let typing = Promise.resolve();

  place(area);
  area.addEventListener("compositionstart", () => (isComposing = true));
  area.addEventListener("compositionend", () => {
    isComposing = false;
    soon();
  });
  area.addEventListener("input", soon);
  addEventListener("beforeunload", (event) => {
    if (area.value !== area.defaultValue && !isDone) event.preventDefault();
  });

  function soon() {
    clearTimeout(timer);
    if (!isComposing) timer = setTimeout(() => (typing = typing.then(type)), rest);
  }

  async function type() {
    const text = area.value;
    const splice = difference(sent, text);
    if (!splice) return;
    const answer = /** @type {any} */ (
      await perform({ draft, seen: begun, number: count, splices: [splice] }, "draft")
    );
    if (answer.outcome === "refused") {
      // The server does not know this draft any more: begin another one with all that differs from the note.
      draft = crypto.getRandomValues(new Uint32Array(4)).join("-");
      sent = area.defaultValue;
      count = 0;
      return;
    }
    sent = text;
    count = answer.splices;
    const shown = document.getElementById("count");
    if (shown) shown.textContent = answer.rows === 0 ? "" : `${answer.ticked} of ${answer.rows}`;
  }

  let isDone = false;
  const form = /** @type {HTMLFormElement} */ (area.form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    const answer = await perform({ act: "write", seen: begun, text: area.value });
    if (answer.outcome === "refused" || answer.outcome === "stale") return say(answer.message ?? "Not saved.");
    isDone = true;
    location.assign(notePath);
  });

  follow(
    () => {
      changes += 1;
      say(changes === 1 ? "Changed elsewhere meanwhile; Done merges it." : `Changed elsewhere ${changes} times; Done merges it.`);
    },
    () => say("Changed elsewhere meanwhile; Done merges it."),
  );
}

/** Puts the caret at the end of the line that was pressed, or of the text. @param {HTMLTextAreaElement} area */
function place(area) {
  area.focus();
  area.setSelectionRange(area.value.length, area.value.length);
}

/**
 * The one part in which two texts differ, as the server takes it: `[line, column, line, column, text]`.
 * @param {string} old
 * @param {string} text
 * @returns {[number, number, number, number, string] | null}
 */
export function difference(old, text) {
  if (old === text) return null;
  const shorter = Math.min(old.length, text.length);
  let start = 0;
  while (start < shorter && old.charCodeAt(start) === text.charCodeAt(start)) start += 1;
  if (start > 0 && isHigh(old.charCodeAt(start - 1))) start -= 1;
  let tail = 0;
  while (tail < shorter - start && old.charCodeAt(old.length - 1 - tail) === text.charCodeAt(text.length - 1 - tail)) tail += 1;
  if (tail > 0 && isLow(old.charCodeAt(old.length - tail))) tail -= 1;
  const [line, column] = locate(old, start);
  const [endLine, endColumn] = locate(old, old.length - tail);
  return [line, column, endLine, endColumn, text.slice(start, text.length - tail)];
}

/** @param {number} unit */
const isHigh = (unit) => unit >= 0xd800 && unit < 0xdc00;
/** @param {number} unit */
const isLow = (unit) => unit >= 0xdc00 && unit < 0xe000;

/**
 * @param {string} text
 * @param {number} offset
 * @returns {[number, number]}
 */
function locate(text, offset) {
  let line = 0;
  let start = 0;
  for (let next = text.indexOf("\n"); next >= 0 && next < offset; next = text.indexOf("\n", start)) {
    line += 1;
    start = next + 1;
  }
  return [line, offset - start];
}
