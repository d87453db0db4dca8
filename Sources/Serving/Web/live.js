// Follows the log: what others do appears while the page is looked at.
import { notePath, see, seen } from "./acts.js";

/**
 * @typedef {{position: number, title: string, isTrashed: boolean, rows: number, ticked: number, after: string | null,
 *   dropped: string[], sections: {key: string, html: string}[], device?: string, by?: string, what?: string}} Change
 */

/**
 * @param {(change: Change) => void} onChange
 * @param {() => void} onReload
 */
export function follow(onChange, onReload) {
  /** @type {EventSource | undefined} */
  let source;

  function open() {
    source?.close();
    source = new EventSource(`${notePath}/events?after=${seen()}`);
    source.addEventListener("change", (event) => {
      const change = /** @type {Change} */ (JSON.parse(event.data));
      if (change.position <= seen()) return;
      onChange(change);
      see(change.position);
    });
    source.addEventListener("reload", () => {
      source?.close();
      onReload();
    });
    // The browser gives up on some errors. The log is still there: read on from where the page is.
    source.onerror = () => {
      source?.close();
      if (!document.hidden) setTimeout(open, 1000);
    };
  }

  // A hidden page needs no stream: browsers allow six to one server, and a phone that slept has lost it anyway.
  document.addEventListener("visibilitychange", () => (document.hidden ? source?.close() : open()));
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("online", open);
  if (!document.hidden) open();
}
