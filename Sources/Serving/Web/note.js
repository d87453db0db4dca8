// The page of a note: which of its two states it is in decides what runs.
import { startReading } from "./reading.js";
import { startEditing } from "./editing.js";

const area = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("body"));
if (area) startEditing(area);
else startReading();
