// Sends what the person does to the server, in order, each until it is answered.

const page = document.body.dataset;
export const mayWrite = page.role === "write";
export const notePath = `/note/${page.note}`;

/** The position in the log up to which the page shows the note. */
let position = Number(page.position);
export const seen = () => position;
/** @param {number} reached */
export function see(reached) {
  position = Math.max(position, reached);
}

/** @param {string} text */
export function say(text) {
  const notice = document.getElementById("notice");
  if (notice) notice.textContent = text;
}

/**
 * @typedef {{outcome: "recorded" | "unchanged" | "stale" | "refused", position?: number, what?: string | null, message?: string}} Answer
 */

/** @type {Promise<unknown>} */
let last = Promise.resolve();
let waiting = 0;

/**
 * Does something to the note, after all that was asked for before.
 * @param {Record<string, unknown>} act
 * @param {string} [to]
 * @returns {Promise<Answer>}
 */
export function perform(act, to = "act") {
  // What the page had seen when the person acted, not when the act could be sent.
  const body = JSON.stringify({ token: page.token, seen: position, ...act });
  waiting += 1;
  const answer = last.then(() => send(`${notePath}/${to}`, body));
  last = answer.finally(() => {
    waiting -= 1;
  });
  return answer;
}

/**
 * Sends until there is an answer. A request without one may have been carried out all the same. For most acts that harms nothing:
 * they say what is to be so, not what is to be changed. An item may be added twice then.
 * @param {string} path
 * @param {string} body
 * @returns {Promise<Answer>}
 */
async function send(path, body) {
  for (let pause = 250; ; pause = Math.min(pause * 2, 5000)) {
    try {
      const response = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body,
      });
      const isData = response.headers.get("Content-Type")?.startsWith("application/json");
      const answer = isData ? await response.json() : { outcome: "refused", message: (await response.text()).trim() };
      if (pause > 250) say("");
      return answer;
    } catch {
      say(waiting === 1 ? "Not connected. 1 waiting." : `Not connected. ${waiting} waiting.`);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
