/** Fields of a form, from a list of values or from a JSON Schema. */

import { h } from "./dom.js";
import { t, tOr } from "./i18n.js";

/** @typedef {{element: HTMLElement, value: () => string}} Field */

let fields = 0;

/**
 * A field whose words are `key`, and `key.value` for each value of a list.
 * @param {string} key
 * @param {"select" | "number"} kind
 * @param {string[]} values
 * @param {string} preset
 * @returns {Field}
 */
export function field(key, kind, values, preset) {
  const id = `field-${++fields}`;
  const input =
    kind === "select"
      ? h(
          "select",
          { id },
          values.map((value) =>
            h("option", { value, selected: value === preset }, t(`${key}.${value}`)),
          ),
        )
      : h("input", { id, type: "number", value: preset, min: 1, inputmode: "decimal" });
  return { element: row(id, t(key), input), value: () => input.value };
}

/** @param {string} id @param {string} label @param {HTMLElement} input */
function row(id, label, input) {
  return h("div", { class: "field" }, h("label", { for: id }, label), input);
}

/**
 * The options of a game; only those that were changed are sent.
 * @param {any} schema as GET /v1/games/{game} gives it
 */
export function optionFields(schema) {
  const root = schema.$ref ? schema.$defs[schema.$ref.split("/").pop()] : schema;
  const found = Object.entries(root.properties).map(([name, each]) => option(name, each));
  const read = () =>
    Object.fromEntries(
      found.map(({ name, value }) => [name, value()]).filter(([, value]) => value !== undefined),
    );
  return { elements: found.map((each) => each.element), read };
}

/** @param {string} name @param {any} schema */
function option(name, schema) {
  const id = `option-${name}`;
  const label = tOr(`option.${name}`, name);
  if (schema.enum) return listed(id, name, label, schema);
  const optional = schema.anyOf?.some((/** @type {any} */ each) => each.type === "null");
  const number = schema.anyOf?.find((/** @type {any} */ each) => each.type !== "null") ?? schema;
  const preset = schema.default ?? "";
  const hint = optional ? tOr(`option.${name}.null`, "") : "";
  const limits = {
    min: number.minimum,
    max: number.maximum,
    step: number.multipleOf ?? (number.type === "integer" ? 1 : "any"),
  };
  const input = h("input", {
    id,
    type: "number",
    value: preset,
    placeholder: hint,
    inputmode: "decimal",
    ...limits,
  });
  const value = () => (input.value === "" ? (optional ? null : undefined) : Number(input.value));
  return { name, value, element: row(id, label, input) };
}

/** @param {string} id @param {string} name @param {string} label @param {any} schema */
function listed(id, name, label, schema) {
  const values = [...schema.enum].sort(
    (a, b) => Number(b === schema.default) - Number(a === schema.default),
  );
  const options = values.map((/** @type {unknown} */ value, index) =>
    h(
      "option",
      { value: index, selected: value === schema.default },
      tOr(`option.${name}.${value}`, String(value)),
    ),
  );
  const input = h("select", { id }, options);
  return { name, value: () => values[Number(input.value)], element: row(id, label, input) };
}
