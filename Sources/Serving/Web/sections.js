// The parts of a note on the page, each under the id of its first line, and how a change reaches them.

export const sections = () => /** @type {HTMLElement} */ (document.getElementById("sections"));

/** @param {HTMLElement} section */
export const key = (section) => section.dataset.key ?? "";

/** @param {EventTarget | null} target */
export const rowOf = (target) =>
  target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("li.row")) : null;

/** Changes that wait until a finger lets go of the rows. @type {import("./live.js").Change[]} */
let held = [];
let isHeld = false;
addEventListener("pointerdown", (event) => (isHeld = rowOf(event.target) !== null));
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => {
    isHeld = false;
    for (const change of held.splice(0)) apply(change);
  });
}

/** @param {import("./live.js").Change} change */
export function apply(change) {
  if (isHeld) return void held.push(change);
  keepingPlace(() => {
    const shown = new Map([...sections().children].map((child) => [key(/** @type {HTMLElement} */ (child)), child]));
    const staying = new Set(change.sections.map((section) => section.key));
    for (const dropped of change.dropped) if (!staying.has(dropped)) shown.get(dropped)?.remove();
    let cursor = change.after === null ? null : shown.get(change.after);
    for (const { key, html } of change.sections) {
      const next = made(html);
      const old = shown.get(key);
      const section = old && old.className === next.className ? updated(old, next) : next;
      if (old && old !== section) old.remove();
      place(section, cursor ?? null);
      cursor = section;
    }
    placeFields();
  });
}

/**
 * Puts a section after another one. The field to add an item stays below its block and is never moved itself: that
 * would take the focus, and the keyboard with it, from the person who types in it.
 * @param {Element} section
 * @param {Element | null} before
 */
function place(section, before) {
  let spot = before ? before.nextElementSibling : sections().firstElementChild;
  const isInBlock = before?.matches(".row:not([data-ends])");
  while (!isInBlock && spot?.matches(".add")) spot = spot.nextElementSibling;
  if (spot !== section) sections().insertBefore(section, spot);
}

/** @param {string} html */
function made(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return /** @type {HTMLElement} */ (template.content.firstElementChild);
}

/**
 * Makes a section on the page what the new one is, without taking it out: focus and selection stay.
 * @param {Element} old
 * @param {HTMLElement} next
 */
function updated(old, next) {
  const section = /** @type {HTMLElement} */ (old);
  section.toggleAttribute("data-ends", next.hasAttribute("data-ends"));
  const [box, nextBox] = [section.querySelector("input"), next.querySelector("input")];
  if (box && nextBox) {
    if (!section.dataset.pending) box.checked = nextBox.checked;
    const [text, nextText] = [section.querySelector(".text"), next.querySelector(".text")];
    if (text && nextText && text.innerHTML !== nextText.innerHTML) text.replaceWith(nextText);
  } else if (section.innerHTML !== next.innerHTML) {
    section.replaceChildren(...next.childNodes);
  }
  return section;
}

/** Below each block of rows stands a field to add an item. One that somebody types in stays where it is. */
function placeFields() {
  const pattern = sections().querySelector(".add");
  for (const field of sections().querySelectorAll(".add")) {
    const isNeeded = field.previousElementSibling?.matches(".row[data-ends]");
    const input = field.querySelector("input[name=text]");
    const isUsed = input === document.activeElement || (input instanceof HTMLInputElement && input.value !== "");
    if (!isNeeded && !isUsed) field.remove();
  }
  if (!pattern) return;
  for (const row of sections().querySelectorAll(".row[data-ends]")) {
    if (row.nextElementSibling?.matches(".add")) continue;
    const field = /** @type {HTMLElement} */ (pattern.cloneNode(true));
    const input = field.querySelector("input[name=text]");
    if (input instanceof HTMLInputElement) input.value = "";
    row.after(field);
  }
}

/**
 * Changes the page so that what somebody looks at does not move.
 * @param {() => void} change
 */
function keepingPlace(change) {
  const first = [...sections().children].find((child) => child.getBoundingClientRect().bottom > 0);
  const before = first?.getBoundingClientRect().top ?? 0;
  change();
  if (first?.isConnected && scrollY > 0) scrollBy(0, first.getBoundingClientRect().top - before);
}
