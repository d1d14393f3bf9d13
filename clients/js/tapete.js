/**
 * Tapete's client for browsers and Node: one module, no dependencies.
 *
 *     const { match, tokens } = await new Tapete("https://host").create({ game: "locus" });
 *     const seat = new Tapete("https://host").match(match.id, tokens[0].token);
 *     for await (const entry of seat.events()) console.log(entry.event);
 *
 * Changes carry an Idempotency-Key and are sent again, under the same key, until there
 * is an answer: each happens once. Refusals are thrown as `Problem`.
 */

/** @typedef {import("./api.js").Match} Match */
/** @typedef {import("./api.js").Moved} Moved */
/** @typedef {import("./api.js").EventEntry} EventEntry */
/** @typedef {import("./api.js").NewMatch} NewMatch */
/** @typedef {Record<string, string>} Headers_ */
/** @typedef {{fetch?: typeof fetch, patienceMs?: number}} Settings */
/**
 * A request; `once` for a change, which needs an Idempotency-Key.
 * @typedef {{method?: string, body?: unknown, token?: string, once?: boolean,
 *   signal?: AbortSignal, headers?: Headers_}} Ask
 */

const RETRIED = new Set([429, 502, 503, 504]);
const SILENCE_MS = 25_000; // the feed gives a sign of life every ten seconds
const LONG_POLL_S = 25;
const LONGEST_PAUSE_MS = 5_000;

/** A refusal of the service, as its problem document tells it. */
export class Problem extends Error {
  /** @param {import("./api.js").Problem} document */
  constructor(document) {
    super(document.detail || document.title);
    this.name = "Problem";
    this.document = document;
    this.status = document.status;
    this.code = document.code;
  }
}

/** No answer came within the client's patience; whether a change landed is unknown. */
export class Unreachable extends Error {
  name = "Unreachable";
}

/** A service, by its address. */
export class Tapete {
  /**
   * @param {string} [base] Where the service is; the page's own origin if empty.
   * @param {Settings} [settings] What sends requests, and how long one is repeated.
   */
  constructor(base = "", settings = {}) {
    this.base = base.replace(/\/$/, "");
    this.send = settings.fetch ?? ((input, init) => fetch(input, init));
    this.patienceMs = settings.patienceMs ?? 120_000;
  }

  /** @returns {Promise<import("./api.js").Games>} */
  games() {
    return this.json("/v1/games");
  }

  /**
   * @param {string} name
   * @param {string} [language] of the opponents' names
   * @returns {Promise<import("./api.js").GameDetail>}
   */
  game(name, language) {
    /** @type {Headers_} */
    const headers = language ? { "Accept-Language": language } : {};
    return this.json(`/v1/games/${name}`, { headers });
  }

  /** @param {string} name @param {string} language @returns {Promise<string>} Markdown */
  async rules(name, language) {
    const headers = { "Accept-Language": language, Accept: "text/markdown" };
    return (await this.ask(`/v1/games/${name}/rules`, { headers })).text();
  }

  /** @returns {Promise<any>} The OpenAPI document. */
  document() {
    return this.json("/openapi.json");
  }

  /**
   * @param {NewMatch} wish
   * @returns {Promise<import("./api.js").MatchOpened>} with the only copy of the tokens
   */
  create(wish) {
    return this.json("/v1/matches", { method: "POST", body: wish, once: true });
  }

  /** @param {string} [game] @returns {Promise<import("./api.js").OpenMatches>} */
  lobby(game = "") {
    return this.json(`/v1/matches?status=open&game=${encodeURIComponent(game)}`);
  }

  /**
   * @param {string} id
   * @param {{name: string, entropy?: string, invitation?: string}} who
   * @returns {Promise<import("./api.js").SeatJoined>}
   */
  join(id, who) {
    const path = `/v1/matches/${encodeURIComponent(id)}/seats`;
    return this.json(path, { method: "POST", body: who, once: true });
  }

  /** @param {string} text @returns {Promise<import("./api.js").Verified>} */
  verify(text) {
    const headers = { "Content-Type": "application/json" };
    return this.json("/v1/verify", { method: "POST", body: text, headers });
  }

  /** @param {string} id @param {string} [token] None for a spectator. */
  match(id, token) {
    return new Seat(this, id, token);
  }

  /**
   * @param {string} path
   * @param {Ask} [ask]
   * @returns {Promise<any>} The answer's JSON; null for a 304.
   */
  async json(path, ask = {}) {
    const answer = await this.ask(path, ask);
    return answer.status === 304 ? null : answer.json();
  }

  /**
   * Send a request, and again after a fault of the network, 429 or 503.
   * @param {string} path
   * @param {Ask} [ask]
   * @returns {Promise<Response>}
   */
  async ask(path, ask = {}) {
    const request = prepare(ask);
    const until = Date.now() + this.patienceMs;
    for (let attempt = 0; ; attempt++) {
      const answer = await this.send(this.base + path, request).catch((error) => {
        if (ask.signal?.aborted) throw error;
        return null;
      });
      if (answer && !RETRIED.has(answer.status)) return refuse(answer);
      if (Date.now() > until) {
        if (answer) return refuse(answer);
        throw new Unreachable("The service does not answer.");
      }
      await pause(pauseMs(attempt, answer), ask.signal);
    }
  }
}

/** A match as one seat plays it, or as a spectator sees it. */
export class Seat {
  /** @param {Tapete} service @param {string} id @param {string} [token] */
  constructor(service, id, token) {
    this.service = service;
    this.id = id;
    this.token = token;
    this.path = `/v1/matches/${encodeURIComponent(id)}`;
  }

  /** @param {AbortSignal} [signal] @returns {Promise<Match>} */
  look(signal) {
    return this.get("", signal);
  }

  /** @returns {Promise<import("./api.js").LegalMoves>} */
  moves() {
    return this.get("/moves");
  }

  /** @returns {Promise<import("./api.js").Presence>} */
  presence() {
    return this.get("/presence");
  }

  /** @returns {Promise<import("./api.js").Proofs>} */
  proofs() {
    return this.get("/proofs");
  }

  /** @returns {Promise<any>} What the service thinks of one's turn. */
  hints() {
    return this.post("/hints");
  }

  /** @returns {Promise<import("./api.js").Analysis>} What each move has lost, in one page. */
  async analysis() {
    const whole = await this.get("/analysis");
    for (let page = whole; page.next; whole.moves.push(...page.moves)) {
      page = await this.service.json(page.next, { token: this.token });
    }
    return { ...whole, next: null };
  }

  /** @returns {Promise<string>} The record as it was written: its digest is over it. */
  async record() {
    return (await this.service.ask(`${this.path}/record`)).text();
  }

  /** @param {{type: string, [field: string]: unknown}} move @returns {Promise<Moved>} */
  move(move) {
    return this.post("/moves", { move });
  }

  /** @returns {Promise<Moved>} */
  resign() {
    return this.post("/resignation");
  }

  /** @returns {Promise<Match>} The match that follows this one. */
  rematch() {
    return this.post("/rematch");
  }

  /** @param {number} seat @returns {Promise<Moved>} */
  leave(seat) {
    const { token } = this;
    const ask = { method: "DELETE", token, once: true };
    return this.service.json(`${this.path}/seats/${seat}`, ask);
  }

  /** @param {string} path @param {AbortSignal} [signal] */
  get(path, signal) {
    return this.service.json(this.path + path, { token: this.token, signal });
  }

  /** @param {string} path @param {unknown} [body] */
  post(path, body) {
    const ask = { method: "POST", body, token: this.token, once: true };
    return this.service.json(this.path + path, ask);
  }

  /**
   * What happens in the match, from `after` on and without end; nothing is missed or
   * told twice, however often the connection breaks.
   * @param {object} [options]
   * @param {string} [options.after] The id of the last event that is known.
   * @param {AbortSignal} [options.signal] Ends the iteration.
   * @param {(state: "live" | "lost") => void} [options.onConnection]
   * @returns {AsyncGenerator<EventEntry, void, void>}
   */
  async *events({ after = "", signal, onConnection = () => {} } = {}) {
    for (let attempt = 0; !signal?.aborted; attempt++) {
      try {
        for await (const entry of this.connect(after, signal, onConnection)) {
          attempt = 0;
          if (!entry) continue;
          after = entry.id;
          yield entry;
        }
      } catch (error) {
        if (error instanceof Problem && !RETRIED.has(error.status)) throw error;
      }
      if (signal?.aborted) return;
      onConnection("lost");
      await pause(pauseMs(attempt, null), signal).catch(() => {});
    }
  }

  /**
   * One connection: events, and nulls as signs of life.
   * @param {string} after
   * @param {AbortSignal | undefined} signal
   * @param {(state: "live" | "lost") => void} onConnection
   * @returns {AsyncGenerator<EventEntry | null, void, void>}
   */
  async *connect(after, signal, onConnection) {
    const watch = new Watchdog(signal);
    try {
      const headers = { Accept: "application/x-ndjson", "Last-Event-ID": after };
      const request = prepare({ token: this.token, headers, signal: watch.signal });
      const path = `${this.service.base + this.path}/events`;
      const answer = await refuse(await this.service.send(path, request));
      onConnection("live");
      if (!answer.body?.getReader) {
        yield* this.poll(after, signal);
        return;
      }
      for await (const line of lines(answer.body, watch)) {
        yield line ? JSON.parse(line) : null;
      }
    } finally {
      watch.end();
    }
  }

  /**
   * The same by long polls, where answers cannot be read as they come.
   * @param {string} after
   * @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<EventEntry | null, void, void>}
   */
  async *poll(after, signal) {
    let path = `${this.path}/events?after=${after}&wait=${LONG_POLL_S}`;
    for (;;) {
      const page = await this.service.json(path, { token: this.token, signal });
      yield* page.events;
      yield null;
      path = `${page.next}&wait=${LONG_POLL_S}`;
    }
  }
}

/** Ends a connection that has been silent for too long, or whose reader has gone. */
class Watchdog {
  /** @param {AbortSignal} [parent] */
  constructor(parent) {
    this.controller = new AbortController();
    this.signal = this.controller.signal;
    this.end = () => {
      clearTimeout(this.timer);
      parent?.removeEventListener("abort", this.end);
      globalThis.removeEventListener?.("offline", this.end);
      this.controller.abort();
    };
    parent?.addEventListener("abort", this.end);
    globalThis.addEventListener?.("offline", this.end);
    this.feed();
  }

  feed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.end, SILENCE_MS);
  }
}

/** @param {ReadableStream<Uint8Array>} body @param {Watchdog} watch */
async function* lines(body, watch) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    watch.feed();
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
}

/** @param {Ask} ask @returns {RequestInit} */
function prepare({ method = "GET", body, token, once, signal, headers = {} }) {
  const all = new Headers({ Accept: "application/json", ...headers });
  if (body !== undefined) all.set("Content-Type", "application/json");
  if (token) all.set("Authorization", `Bearer ${token}`);
  if (once) all.set("Idempotency-Key", newKey());
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  return { method, headers: all, body: text, signal, cache: "no-store" };
}

/** 128 random bits; `crypto.randomUUID` is only there on secure origins. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Response} answer @returns {Promise<Response>} */
async function refuse(answer) {
  if (answer.ok || answer.status === 304) return answer;
  const title = answer.statusText || String(answer.status);
  const unknown = { code: "unknown", detail: title, title, status: answer.status };
  throw new Problem(await answer.json().catch(() => unknown));
}

/** @param {number} attempt @param {Response | null} answer */
function pauseMs(attempt, answer) {
  const told = Number(answer?.headers.get("Retry-After"));
  if (told > 0) return told * 1000;
  return Math.min(LONGEST_PAUSE_MS, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/**
 * Wait; the network's return ends the wait.
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", done);
      signal?.removeEventListener("abort", stop);
      resolve();
    };
    const stop = () => {
      done();
      reject(signal?.reason);
    };
    const timer = setTimeout(done, ms);
    globalThis.addEventListener?.("online", done);
    signal?.addEventListener("abort", stop);
  });
}
