/** Shows how much time is left, by the service's clock rather than the device's. */

import { t } from "./i18n.js";

/** @typedef {import("./client/api.js").Match} Match */

const TICK_MS = 250;
const HURRY_S = 10;

export class ClockTicker {
  /** @param {HTMLElement} root Where elements with `data-clock` are. */
  constructor(root) {
    this.root = root;
    this.skew = 0;
  }

  /** @param {Match} match */
  set(match) {
    this.match = match;
    clearInterval(this.timer);
    if (!match.clock) return;
    this.skew = Date.parse(match.clock.server_time) - Date.now();
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  end() {
    clearInterval(this.timer);
  }

  tick() {
    const { match } = this;
    if (!match?.clock) return;
    for (const face of this.root.querySelectorAll("[data-clock]")) {
      const seat = Number(face.getAttribute("data-clock"));
      const left = this.left(match, seat);
      face.textContent = left === null ? "" : clockText(left);
      face.setAttribute(
        "aria-label",
        left === null ? "" : t("clock.left", { time: clockText(left) }),
      );
      face.setAttribute("role", "timer");
      face.classList.toggle(
        "hurry",
        left !== null && left <= HURRY_S && match.to_move.includes(seat),
      );
    }
  }

  /** @param {Match} match @param {number} seat Seconds, or null where nothing runs. */
  left(match, seat) {
    const clock = /** @type {import("./client/api.js").Time} */ (match.clock);
    const now = Date.now() + this.skew;
    const runs = match.to_move.includes(seat);
    if (clock.left)
      return clock.left[seat] - (runs ? (now - Date.parse(clock.server_time)) / 1000 : 0);
    return runs && clock.deadline_at ? (Date.parse(clock.deadline_at) - now) / 1000 : null;
  }
}

/** @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
