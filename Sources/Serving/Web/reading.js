// A note to be read: a tap ticks, a long press edits, an item is added without leaving.
import { mayWrite, notePath, perform, say, seen } from "./acts.js";
import { follow } from "./live.js";
import { apply, key, rowOf, sections } from "./sections.js";

const ownDevice = document.body.dataset.device;

export function startReading() {
  follow(change, () => location.reload());
  if (!mayWrite) {
    for (const box of boxes()) box.disabled = true;
    return;
  }
  document.addEventListener("change", (event) => {
    const box = event.target;
    if (box instanceof HTMLInputElement && box.name === "ticked") tick(box);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
    if (form.closest(".add")) add(event, form);
    else if (form.closest(".undo")) undo(event);
  });
  sections().addEventListener("paste", paste);
  document.addEventListener("keydown", keys);
  longPress();
  tapToEdit();
  hint();
}

const boxes = () => /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=ticked]"));

/** @param {HTMLInputElement} box */
async function tick(box) {
  const row = rowOf(box);
  if (!row) return;
  const to = box.checked;
  // A change that comes in meanwhile must not show the old state again.
  row.dataset.pending = String(Number(row.dataset.pending ?? 0) + 1);
  const slow = setTimeout(() => row.classList.add("waiting"), 300);
  const answer = await perform({ act: "tick", line: key(row), to });
  clearTimeout(slow);
  const pending = Number(row.dataset.pending) - 1;
  if (pending > 0) row.dataset.pending = String(pending);
  else {
    delete row.dataset.pending;
    row.classList.remove("waiting");
  }
  if (answer.outcome === "recorded" || answer.outcome === "unchanged") return;
  box.checked = !to;
  say(answer.outcome === "stale" ? "That line was changed elsewhere; nothing was ticked." : answer.message ?? "Not recorded.");
}

/**
 * @param {Event} event
 * @param {HTMLFormElement} form
 */
function add(event, form) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
  const text = field.value;
  if (text.trim() === "") return field.blur();
  field.value = "";
  send(field, text);
}

/**
 * @param {HTMLInputElement} field
 * @param {string} text
 */
async function send(field, text) {
  const last = previousRow(field);
  const answer = await perform({ act: "append", line: last && key(last), text });
  if (answer.outcome === "recorded") return field.scrollIntoView({ block: "nearest" });
  field.value = text;
  say(answer.outcome === "stale" ? "That list was changed elsewhere; nothing was added." : answer.message ?? "Not added.");
}

/** Lines pasted into the field become items, each for itself.
 * @param {ClipboardEvent} event
 */
function paste(event) {
  const field = event.target;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!(field instanceof HTMLInputElement) || !field.closest(".add") || !/\r|\n/.test(text)) return;
  event.preventDefault();
  const before = field.value;
  field.value = "";
  send(field, before + text);
}

/** @param {Element} field */
function previousRow(field) {
  let item = field.closest("li")?.previousElementSibling;
  while (item && !item.matches(".row")) item = item.previousElementSibling;
  return /** @type {HTMLElement | null | undefined} */ (item);
}

/** @param {Event} event */
async function undo(event) {
  event.preventDefault();
  const answer = await perform({ act: "undo" });
  if (answer.outcome === "recorded") say(`Took back: ${answer.what ?? "the last change"}.`);
  else say(answer.message ?? "There is nothing to take back.");
}

/** @param {import("./live.js").Change} change */
function change(change) {
  apply(change);
  const count = document.getElementById("count");
  if (count) count.textContent = change.rows === 0 ? "" : `${change.ticked} of ${change.rows}`;
  const title = document.getElementById("title");
  if (title) title.textContent = change.title || "Untitled";
  // One's own acts are spoken by the control itself.
  if (change.by && change.device !== ownDevice) say(`${change.by} ${change.what}.`);
}

/** @param {string} [line] */
function edit(line) {
  location.assign(`${notePath}?edit=1${line ? `#${line}` : ""}`);
}

/** @param {KeyboardEvent} event */
function keys(event) {
  const box = event.target;
  if (box instanceof HTMLInputElement && box.name === "ticked") {
    const row = rowOf(box);
    if (event.key === "F2" || event.key === "Enter") edit(row && key(row));
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    const all = [...boxes()];
    all[all.indexOf(box) + step]?.focus();
    event.preventDefault();
  } else if (event.key === "Escape" && box instanceof HTMLInputElement && box.closest(".add")) {
    box.blur();
  }
}

function longPress() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let [x, y] = [0, 0];
  let isDone = false;
  const cancel = () => clearTimeout(timer);
  sections().addEventListener("pointerdown", (event) => {
    cancel();
    isDone = false;
    const row = rowOf(event.target);
    if (!row || !event.isPrimary || event.button !== 0) return;
    [x, y] = [event.clientX, event.clientY];
    timer = setTimeout(() => {
      isDone = true;
      navigator.vibrate?.(10);
      edit(key(row));
    }, 500);
  });
  document.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - x, event.clientY - y) > 10) cancel();
  });
  for (const name of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(name, cancel, true);
  document.addEventListener("pointerdown", (event) => event.isPrimary || cancel());
  sections().addEventListener("contextmenu", (event) => rowOf(event.target) && event.preventDefault());
  // The click that follows a long press is part of it.
  document.addEventListener(
    "click",
    (event) => {
      if (!isDone) return;
      isDone = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}

/** A tap on prose, or on the blank space below, edits. Selecting text is no tap. */
function tapToEdit() {
  document.getElementById("content")?.addEventListener("click", (event) => {
    const target = event.target;
    if (!(target instanceof Element) || target.closest(".row, .add, a, button, form, input, summary")) return;
    if (getSelection()?.toString()) return;
    edit();
  });
}

/** The offer to make a checklist can be declined, once for each note. */
function hint() {
  const offer = document.getElementById("hint");
  const dismiss = document.getElementById("dismiss");
  if (!offer || !dismiss) return;
  const name = `no hint ${notePath}`;
  if (localStorage.getItem(name)) return offer.remove();
  dismiss.hidden = false;
  dismiss.addEventListener("click", () => {
    localStorage.setItem(name, String(seen()));
    offer.remove();
  });
}
