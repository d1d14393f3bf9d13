/** Shows a game's rules page: the Markdown that the service gives, as elements. */

import { h, redraw } from "./dom.js";
import { language, t } from "./i18n.js";

/** @type {import("./app.js").Page} */
export async function showRules(app, root, game) {
  const text = await app.service.rules(game, language());
  const back = h("a", { class: "button", href: "#/" }, t("nav.lobby"));
  redraw(root, h("article", { class: "sheet rules" }, markdown(text), h("p", {}, back)));
}

/**
 * Open the rules over the table.
 * @param {import("./app.js").App} app @param {string} game
 */
export async function openRules(app, game) {
  const text = await app.service.rules(game, language());
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const button = h("button", { class: "primary", autofocus: true, onclick: close }, t("close"));
  const page = h(
    "div",
    { class: "rules", tabindex: 0, role: "region", "aria-label": t("rules") },
    markdown(text),
  );
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-label": t("rules"), onclose: close },
    page,
    button,
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** Headings, paragraphs, lists, tables: what the rules pages use. @param {string} text */
export function markdown(text) {
  return text
    .trim()
    .split(/\n\s*\n/)
    .flatMap(block);
}

/** @param {string} text @returns {Node[]} */
function block(text) {
  const lines = text.split("\n");
  const head = /^(#{1,4}) (.*)/.exec(lines[0]);
  if (head) {
    const title = h(/** @type {"h1"} */ (`h${head[1].length}`), {}, inline(head[2]));
    return lines.length > 1 ? [title, ...block(lines.slice(1).join("\n"))] : [title];
  }
  if (/^\s*\|/.test(lines[0])) return [table(lines)];
  if (/^\s*([-*]|\d+\.) /.test(lines[0])) return [list(lines)];
  if (/^```/.test(lines[0])) return [h("pre", { tabindex: 0 }, lines.slice(1, -1).join("\n"))];
  return [h("p", {}, inline(lines.map((line) => line.trim()).join(" ")))];
}

/** @param {string[]} lines */
function list(lines) {
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    const item = /^\s*(?:[-*]|\d+\.) (.*)/.exec(line);
    if (item) items.push(item[1]);
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  const tag = /^\s*\d/.test(lines[0]) ? "ol" : "ul";
  return h(
    tag,
    {},
    items.map((item) => h("li", {}, inline(item))),
  );
}

/** @param {string[]} lines */
function table(lines) {
  const rows = lines.map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.trim()),
  );
  const [head, , ...body] = rows;
  const cells = (/** @type {string[]} */ row, /** @type {"th" | "td"} */ tag) =>
    h(
      "tr",
      {},
      row.map((cell) => h(tag, {}, inline(cell))),
    );
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": head.join(", ") || t("rules") },
    h(
      "table",
      {},
      h("thead", {}, cells(head, "th")),
      h(
        "tbody",
        {},
        body.map((row) => cells(row, "td")),
      ),
    ),
  );
}

/** Bold, code, emphasis and links. @param {string} text @returns {(Node | string)[]} */
function inline(text) {
  const parts = text.split(/(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\([^)]+\)|\*[^*\s][^*]*\*)/);
  return parts.filter(Boolean).map((part) => {
    if (part.startsWith("**")) return h("strong", {}, inline(part.slice(2, -2)));
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    const link = /^\[([^\]]+)\]/.exec(part);
    if (link) return link[1];
    return /^\*\S.*\*$/.test(part) ? h("em", {}, part.slice(1, -1)) : part;
  });
}
