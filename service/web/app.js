/** The shell: finds the page for the address, draws the bar above it. */

import { Tapete } from "./client/tapete.js";
import { patterns } from "./cards.js";
import { showCreate } from "./create.js";
import { h, redraw, svg } from "./dom.js";
import { LANGUAGES, language, preferred, speak, t } from "./i18n.js";
import { showLobby } from "./lobby.js";
import { showMatch } from "./match.js";
import { showReplay } from "./replay.js";
import { showRules } from "./rules.js";
import { choice, choose } from "./store.js";

/** @typedef {{service: Tapete, refresh: () => void}} App */
/** @typedef {(app: App, root: HTMLElement, ...parts: string[]) => Promise<(() => void) | void>} Page */

/** @type {Record<string, Page>} */
const PAGES = {
  "": showLobby,
  new: showCreate,
  match: showMatch,
  replay: showReplay,
  rules: showRules,
};

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
/** @type {(() => void) | void} */
let leave;
let visit = 0;

/** @type {App} */
const app = { service: new Tapete(), refresh: () => void go() };

async function go() {
  const mine = ++visit;
  leave?.();
  leave = undefined;
  const [name, ...parts] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  drawBar();
  const page = PAGES[name] ?? showLobby;
  const root = h("div", { class: "page" });
  main.replaceChildren(root);
  const end = await page(app, root, ...parts).catch((error) => showFault(root, error));
  if (mine === visit) leave = end;
  else end?.();
}

/** @param {HTMLElement} root @param {unknown} error */
function showFault(root, error) {
  const text = error instanceof Error ? error.message : String(error);
  redraw(
    root,
    h(
      "section",
      { class: "sheet", role: "alert" },
      h("h1", {}, t("fault.title")),
      h("p", {}, text),
      h("a", { class: "button", href: "#/" }, t("nav.lobby")),
    ),
  );
}

function drawBar() {
  const skip = document.getElementById("skip");
  if (skip) skip.textContent = t("nav.skip");
  redraw(
    bar,
    h(
      "a",
      { class: "brand", href: "#/", "data-focus": "brand" },
      h("img", {
        src: new URL("./icon.svg", import.meta.url).href,
        alt: "",
        width: 28,
        height: 28,
      }),
      "Tapete",
    ),
    h("nav", { "aria-label": t("nav.label") }, languageSwitch(), themeSwitch(), soundSwitch()),
  );
}

function languageSwitch() {
  const next = LANGUAGES[(LANGUAGES.indexOf(language()) + 1) % LANGUAGES.length];
  const turn = async () => {
    choose("language", next);
    await speak(next);
    await go();
  };
  return h(
    "button",
    {
      class: "tool",
      "data-focus": "language",
      lang: next,
      "aria-label": t("nav.language"),
      onclick: turn,
    },
    next.toUpperCase(),
  );
}

function themeSwitch() {
  const dark = isDark();
  const turn = () => {
    choose("theme", dark ? "light" : "dark");
    dress();
    drawBar();
  };
  return h(
    "button",
    {
      class: "tool",
      "data-focus": "theme",
      "aria-label": t(dark ? "nav.light" : "nav.dark"),
      onclick: turn,
    },
    sky(dark),
  );
}

function soundSwitch() {
  const on = choice("sound") === "on";
  const turn = () => {
    choose("sound", on ? "off" : "on");
    drawBar();
  };
  return h(
    "button",
    {
      class: "tool",
      "data-focus": "sound",
      "aria-pressed": String(on),
      "aria-label": t("nav.sound"),
      onclick: turn,
    },
    speaker(on),
  );
}

/** @param {boolean} on */
function speaker(on) {
  const waves = on
    ? "M15 8.500a5 5 0 0 1 0 7M17.500 6a8.500 8.500 0 0 1 0 12"
    : "M16 9.500l5 5M21 9.500l-5 5";
  return icon("M4 9.500h3.500L12 6v12l-4.500-3.500H4z", waves);
}

/** @param {boolean} dark Whether it is, so that the sun is offered. */
function sky(dark) {
  if (!dark) return icon("M20 14.500A8.500 8.500 0 1 1 10 4a7 7 0 0 0 10 10.500z", "");
  return icon(
    "M12 7.500a4.500 4.500 0 1 1-.1 0z",
    "M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500 19 19M5 19l1.500-1.500M17.500 6.500 19 5",
  );
}

/** @param {string} shape @param {string} lines */
function icon(shape, lines) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: shape, fill: "currentColor" }),
    svg("path", {
      d: lines,
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.8,
      "stroke-linecap": "round",
    }),
  );
}

function isDark() {
  const chosen = choice("theme");
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function dress() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
}

async function begin() {
  dress();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress);
  document.body.append(patterns());
  document.getElementById("skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  await speak(preferred());
  addEventListener("hashchange", () => void go());
  await go();
}

await begin();
