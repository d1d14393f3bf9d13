/** Makes and redraws elements: focus stays where it is, and what has moved glides. */

const SVG = "http://www.w3.org/2000/svg";
const GLIDE_MS = 320;

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Child | Child[] | (Child | Child[])[]} Children */
/** @typedef {Record<string, any>} Props */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props] `on...` are listeners, `class` and the rest are attributes.
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  set(element, props);
  add(element, children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...Children} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, props);
  add(element, children);
  return /** @type {SVGElementTagNameMap[T]} */ (element);
}

/** @param {Element} element @param {Props} props */
function set(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") setVariables(/** @type {any} */ (element), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {HTMLElement} element @param {Record<string, string | number>} values */
function setVariables(element, values) {
  for (const [name, value] of Object.entries(values)) {
    element.style.setProperty(name, String(value));
  }
}

/** @param {Element} element @param {Children[]} children */
function add(element, children) {
  for (const child of /** @type {Child[]} */ (children.flat(2))) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Whether the reader asks for less movement. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Put new content into a place. Elements with the same `data-key` before and after
 * glide from where they were; one with `data-from` comes from that key's place. The
 * element that is focused is found again by its `data-focus`; if it has gone, the focus
 * goes to one with `data-home`.
 * @param {Element} root
 * @param {...Children} children
 */
export function redraw(root, ...children) {
  const active = document.activeElement;
  const focus = root.contains(active) ? active?.getAttribute("data-focus") : null;
  const before = places(root);
  root.replaceChildren();
  add(root, children);
  if (focus && !refocus(root, focus)) goHome(root);
  if (!calm()) glide(root, before);
}

/** @param {Element} root @param {string} name */
export function refocus(root, name) {
  const found = root.querySelector(`[data-focus="${CSS.escape(name)}"]`);
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
  return found !== null;
}

/** @param {Element} root */
function goHome(root) {
  const home = root.querySelector("[data-home]");
  if (home instanceof HTMLElement) home.focus({ preventScroll: true });
}

/** @param {Element} root @returns {Map<string, DOMRect>} */
function places(root) {
  const found = new Map();
  for (const element of root.querySelectorAll("[data-key]")) {
    found.set(element.getAttribute("data-key"), element.getBoundingClientRect());
  }
  return found;
}

/** @param {Element} root @param {Map<string, DOMRect>} before */
function glide(root, before) {
  for (const element of root.querySelectorAll("[data-key]")) {
    const key = element.getAttribute("data-key") ?? "";
    const from = before.get(key) ?? before.get(element.getAttribute("data-from") ?? "");
    const to = element.getBoundingClientRect();
    if (!from?.width || !to.width) continue;
    const [x, y] = [from.left - to.left, from.top - to.top];
    const scale = from.width / to.width;
    if (Math.abs(x) + Math.abs(y) < 1 && Math.abs(scale - 1) < 0.01) continue;
    element.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: "0 0" },
        { transform: "none", transformOrigin: "0 0" },
      ],
      { duration: GLIDE_MS, easing: "cubic-bezier(.2,.8,.2,1)" },
    );
  }
}

/** Tell those who do not see the page. @param {string} text */
export function say(text) {
  const region = document.getElementById("say");
  if (!region) return;
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** @param {number} ms @returns {Promise<void>} */
export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Let arrow keys move through elements of which one at a time is in the tab order.
 * @param {HTMLElement} root
 * @param {string} selector
 * @param {number | (() => number)} columns How many elements a step down is.
 */
export function roving(root, selector, columns) {
  root.addEventListener("keydown", (event) => {
    const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = stepOf(event.key, typeof columns === "number" ? columns : columns());
    if (at < 0 || !step) return;
    const to = step === -Infinity ? 0 : step === Infinity ? all.length - 1 : at + step;
    event.preventDefault();
    const next = all[to];
    if (!next) return;
    all.forEach((each) => each.setAttribute("tabindex", each === next ? "0" : "-1"));
    next.focus();
  });
}

/** @param {string} key @param {number} columns */
function stepOf(key, columns) {
  const steps = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -Infinity,
    End: Infinity,
  };
  return steps[/** @type {keyof typeof steps} */ (key)] ?? 0;
}
