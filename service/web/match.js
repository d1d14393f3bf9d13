/** A match: who sees it, what is drawn, and how it follows what happens. */

import { boardOf } from "./boards.js";
import { ClockTicker } from "./clocks.js";
import { Problem } from "./client/tapete.js";
import { cover } from "./cover.js";
import { h, redraw, say } from "./dom.js";
import { Hints } from "./hints.js";
import { language, t } from "./i18n.js";
import { drawInvitation, drawJoin, drawWaiting } from "./join.js";
import { Log } from "./log.js";
import { drawTools, showKeys } from "./tools.js";
import { learnLevels, you } from "./people.js";
import { openRules } from "./rules.js";
import { drawResult } from "./result.js";
import { play } from "./sound.js";
import { keep, kept } from "./store.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./client/api.js").EventEntry} EventEntry */
/** @typedef {"live" | "lost"} Connection */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Choice} Choice */

const SECRETIVE = new Set(["lamarckian", "poker7"]); // hands are hidden: cover between turns
const TOGETHER_MS = 30;

/** @type {import("./app.js").Page} */
export async function showMatch(app, root, id, invitation = "") {
  const page = new MatchPage(app, root, id, invitation);
  await page.begin();
  return () => page.end();
}

export class MatchPage {
  /** @param {import("./app.js").App} app @param {HTMLElement} root @param {string} id @param {string} invitation */
  constructor(app, root, id, invitation) {
    this.app = app;
    this.root = root;
    this.id = id;
    this.invitation = invitation;
    this.tickets = kept(id)?.seats ?? [];
    /** @type {import("./store.js").Ticket | undefined} */
    this.ticket = this.tickets[0];
    this.seat = app.service.match(id, this.ticket?.token);
    /** @type {Board | undefined} */
    this.board = undefined;
    this.ending = new AbortController();
    this.stage = h("section", { class: "stage felt", "aria-label": t("match.table") });
    this.tools = h("section", { class: "tools", "aria-label": t("match.tools") });
    this.news = h("p", { class: "news", role: "alert" });
    this.outcome = h("section", { class: "outcome" });
    this.log = new Log();
    this.hints = new Hints(this);
    this.ticker = new ClockTicker(root);
    /** @type {Connection} */
    this.connection = "live";
    /** @type {Map<string, number>} */
    this.memory = new Map();
    this.busy = false;
    this.covered = false;
    this.work = Promise.resolve();
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
  }

  async begin() {
    const match = await this.seat.look();
    const game = await this.app.service.game(match.game, language());
    learnLevels(game);
    this.hints.possible = game.hints && match.assist;
    redraw(
      this.root,
      h("h1", { class: "unseen" }, t(`name.${match.game}`)),
      h(
        "div",
        { class: "match" },
        this.outcome,
        this.stage,
        h("aside", { class: "side" }, this.tools, this.news, this.log.element),
      ),
    );
    addEventListener("keydown", this.onkey);
    await this.show(match);
    this.follow();
  }

  end() {
    this.ending.abort();
    this.ticker.end();
    removeEventListener("keydown", this.onkey);
  }

  /** Look at the match as one of the device's seats. @param {import("./store.js").Ticket | undefined} ticket */
  sit(ticket) {
    this.ticket = ticket;
    this.seat = this.app.service.match(this.id, ticket?.token);
  }

  /** Draw each state after the other, however fast they come. @param {Match} match */
  queue(match) {
    this.work = this.work.then(() => this.show(match)).catch((error) => this.fail(error));
    return this.work;
  }

  /** @param {Match} match */
  async show(match) {
    const before = this.match;
    const same = before?.you === match.you;
    if (
      this.covered ||
      this.ending.signal.aborted ||
      (before && same && match.version <= before.version)
    )
      return;
    if (match.you !== (this.ticket?.seat ?? null)) return; // from before the seats changed
    const animated = before && same && before.view && match.view;
    const choices = await this.choices(match);
    if (animated) await this.board?.animate(before, match);
    this.match = match;
    this.choicesNow = choices;
    this.ticker.set(match);
    if (this.passOn(match)) return;
    this.draw();
    this.tell(before, match);
  }

  /** @param {Match} match @returns {Promise<Choice[]>} */
  async choices(match) {
    if (match.you === null || !match.to_move.includes(match.you)) return [];
    const found = await this.seat.moves();
    return found.version === match.version ? found.moves : [];
  }

  draw() {
    const { match } = this;
    if (!match) return;
    if (match.status === "open") this.drawOpen(match);
    else {
      this.board ??= boardOf(match.game, this.stage, {
        move: (move) => void this.move(move),
        memory: this.memory,
      });
      this.board.draw({ match, choices: this.choicesNow ?? [], advice: this.hints.advice });
    }
    drawResult(this, match);
    this.drawTools();
    this.log.draw(match);
    this.ticker.tick();
  }

  drawTools() {
    if (this.match) drawTools(this, this.match);
  }

  /** @param {Match} match */
  drawOpen(match) {
    const mine = this.tickets.length > 0;
    redraw(
      this.stage,
      mine ? [drawWaiting(match), drawInvitation(this, match)] : drawJoin(this, match),
    );
  }

  /** Cover the table when another person at this device is to act. @param {Match} match */
  passOn(match) {
    const local = this.tickets.filter((ticket) => match.to_move.includes(ticket.seat));
    const other = local.find((ticket) => ticket.seat !== this.ticket?.seat);
    if (!other || local.some((ticket) => ticket.seat === this.ticket?.seat)) return false;
    if (SECRETIVE.has(match.game)) this.covered = true;
    this.stopFollowing();
    this.sit(other);
    this.match = undefined;
    if (!this.covered) {
      void this.uncover(other);
      return true;
    }
    this.board = undefined;
    this.hints.clear();
    cover(
      this.stage,
      other.name || t("seat.number", { number: other.seat + 1 }),
      () => void this.uncover(other),
    );
    this.log.draw({ ...match, you: null });
    return true;
  }

  /** @param {import("./store.js").Ticket} ticket */
  async uncover(ticket) {
    try {
      this.sit(ticket);
      const match = await this.seat.look();
      this.covered = false;
      await this.queue(match);
      void this.follow();
    } catch (error) {
      this.fail(error);
    }
  }

  stopFollowing() {
    this.following?.abort();
  }

  async follow() {
    this.stopFollowing();
    const following = (this.following = new AbortController());
    this.ending.signal.addEventListener("abort", () => following.abort());
    const { seat } = this;
    const options = {
      after: this.log.last,
      signal: following.signal,
      onConnection: (/** @type {Connection} */ state) => this.connected(state),
    };
    try {
      for await (const entry of seat.events(options)) this.hear(entry);
    } catch (error) {
      if (!following.signal.aborted) this.fail(error);
    }
  }

  /** @param {Connection} state */
  connected(state) {
    if (state === this.connection) return;
    this.connection = state;
    say(t(`connection.${state}`));
    this.drawTools();
    if (state === "live") this.refresh();
  }

  /** @param {EventEntry} entry */
  hear(entry) {
    this.log.add(entry);
    if (entry.event.type === "rematch") this.refresh();
    if (Number(entry.id.split("-")[0]) > (this.match?.version ?? 0)) this.refresh();
    else if (this.match) this.log.draw(this.match);
  }

  /** Look again, once for all events that come together. */
  refresh() {
    if (this.covered) return;
    clearTimeout(this.soon);
    this.soon = setTimeout(async () => {
      const { seat } = this;
      const match = await seat.look(this.ending.signal).catch(() => null);
      if (match && seat === this.seat) await this.queue(match);
    }, TOGETHER_MS);
  }

  /** @param {import("./board.js").Move} move */
  async move(move) {
    if (this.busy) return;
    this.busy = true;
    this.stage.classList.add("busy");
    this.news.textContent = "";
    try {
      const { match, events } = await this.seat.move(move);
      events.forEach((entry) => this.log.add(entry));
      this.hints.clear();
      await this.queue(match);
    } catch (error) {
      this.fail(error);
      this.refresh();
    } finally {
      this.busy = false;
      this.stage.classList.remove("busy");
    }
  }

  async resign() {
    if (!confirm(t("match.resignSure"))) return;
    const { match, events } = await this.seat.resign();
    events.forEach((entry) => this.log.add(entry));
    await this.queue(match);
  }

  async rematch() {
    const next = await this.seat.rematch();
    keep(next.id, { game: next.game, seats: this.tickets, commitment: next.shuffle.commitment });
    location.hash = `#/match/${next.id}`;
  }

  /** @param {string} name @param {string} entropy */
  async join(name, entropy) {
    const who = { name, entropy, ...(this.invitation && { invitation: this.invitation }) };
    const { match, seat, token } = await this.app.service.join(this.id, who);
    this.tickets = [{ seat, token, name }];
    keep(this.id, { game: match.game, seats: this.tickets, commitment: match.shuffle.commitment });
    this.sit(this.tickets[0]);
    this.match = undefined;
    await this.queue(match);
    this.follow();
  }

  /** Say whose turn it is, and make a sound for one's own. @param {Match | undefined} before @param {Match} match */
  tell(before, match) {
    if (match.status === "finished" && before?.status === "playing") play("end");
    const mine = match.you !== null && match.to_move.includes(match.you);
    if (mine && !before?.to_move.includes(match.you ?? -1)) play("turn");
    const lines = this.log.fresh(match);
    if (mine) lines.push(t("turn.yours"));
    else if (match.to_move.length)
      lines.push(t("turn.of", { who: match.to_move.map((seat) => you(match, seat)).join(", ") }));
    say(lines.join(" "));
  }

  /** @param {unknown} error */
  fail(error) {
    if (this.ending.signal.aborted) return;
    const code = error instanceof Problem ? error.code : "";
    this.news.textContent =
      code === "no_spectators" ? t("match.noSpectators") : /** @type {Error} */ (error).message;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const typing =
      event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const modal = document.querySelector("dialog[open]");
    if (typing || modal || event.ctrlKey || event.altKey || event.metaKey || this.covered) return;
    const own = {
      "?": () => showKeys(this.board?.keys ?? []),
      h: () => void this.hints.toggle(),
      r: () => this.match && void openRules(this.app, this.match.game),
    };
    if (this.board?.key(event.key)) event.preventDefault();
    else if (event.key in own) {
      event.preventDefault();
      own[/** @type {keyof typeof own} */ (event.key)]();
    }
  }
}
