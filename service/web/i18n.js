/** The page's words, from one file for each language. */

export const LANGUAGES = ["en", "es"];

/** @type {Record<string, string>} */
let words = {};
let current = "en";

/** The language that was chosen, or else the browser's first one that there is. */
export function preferred() {
  const chosen = localStorage.getItem("tapete.language");
  const wanted = [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find((tag) => tag && LANGUAGES.includes(tag)) ?? "en";
}

/** @param {string} language */
export async function speak(language) {
  const address = new URL(`./messages/${language}.json`, import.meta.url);
  words = await (await fetch(address)).json();
  current = language;
  document.documentElement.lang = language;
}

export function language() {
  return current;
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values] for the places in braces
 */
export function t(key, values = {}) {
  const text = words[key];
  if (text === undefined) {
    console.error(`no words for ${key}`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Words of the service's own making, if the page has none of its own.
 * @param {string} key @param {string} otherwise
 */
export function tOr(key, otherwise) {
  return key in words ? words[key] : otherwise;
}

/** @param {Record<string, string>} texts by language */
export function pick(texts) {
  return texts[current] ?? texts.en ?? Object.values(texts)[0] ?? "";
}

/** @param {number} value */
export function number(value) {
  return value.toLocaleString(current, { maximumFractionDigits: 1 });
}

/** @param {number} value */
export function signed(value) {
  return value > 0 ? `+${number(value)}` : number(value);
}
