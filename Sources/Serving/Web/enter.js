// A person opened the link in a browser: nothing more is needed of them.
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("enter"));
form?.requestSubmit();
