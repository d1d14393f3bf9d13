/** A finished match again, move by move. */
import { h, redraw } from "./dom.js";
/** @type {import("./app.js").Page} */
export async function showReplay(_, root) {
  redraw(root, h("p", {}));
}
