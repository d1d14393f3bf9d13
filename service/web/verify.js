/**
 * Checks a record without the service: the page of docs/fairness.md as a program.
 * Digest, method, commitment, and either the decks that follow from the seed or the
 * proofs of the cards that were shown. Uses WebCrypto and nothing of the page.
 */

/** @typedef {import("./client/api.js").Record} Recorded */
/** @typedef {import("./client/api.js").DealProofs} DealProofs */
/** @typedef {import("./client/api.js").Proof} Proof */
/** @typedef {{name: string, ok: boolean}} Check */

const METHOD = "tapete-shuffle-1";
const FRENCH = [..."cdhs"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
const POKERDREZ = [..."123456789"].flatMap((colour) =>
  [..."PNBRQJ"].map((figure) => figure + colour),
);
/** @type {Record<string, string[]>} */
const CARDS = { locus: FRENCH, lamarckian: FRENCH, poker7: POKERDREZ };
const WORD = 2 ** 32;

const utf8 = new TextEncoder();

/**
 * @param {string} text The record as it was written.
 * @param {{commitment?: string, roots?: Map<number, string>}} [seen] What was told during
 *   the match: the commitment, and the roots of deals by their number.
 * @returns {Promise<Check[]>}
 */
export async function verify(text, seen = {}) {
  /** @type {Check[]} */
  const checks = [];
  const check = (/** @type {string} */ name, /** @type {boolean} */ ok) =>
    checks.push({ name, ok });
  try {
    const record = /** @type {Recorded} */ (JSON.parse(text));
    const { shuffle } = record;
    check("digest", (await digestOf(text)) === record.digest);
    check("method", record.format === "tapete-record-1" && shuffle.method === METHOD);
    if (seen.commitment) check("noted", seen.commitment === shuffle.commitment);
    if (shuffle.seed === null) {
      check("proofs", await proved(record));
      if (seen.roots) check("roots", rootsAsTold(record, seen.roots));
    } else {
      const seed = bytes(shuffle.seed);
      check("commitment", hex(await sha256(seed)) === shuffle.commitment);
      check("decks", await dealt(record, seed));
    }
  } catch {
    check("record", false);
  }
  return checks;
}

/** The digest is over the canonical text with an empty digest. @param {string} text */
async function digestOf(text) {
  return hex(
    await sha256(utf8.encode(text.trim().replace(/"digest":"[0-9a-f]{64}"/, '"digest":""'))),
  );
}

/** Whether seed and entropies lead to the decks. @param {Recorded} record @param {Bytes} seed */
async function dealt(record, seed) {
  const context = contextOf(record);
  const names = CARDS[record.game];
  if (!names || !record.decks.length) return false;
  for (const [deal, deck] of record.decks.entries()) {
    const ids = await shuffled(await words(seed, context, deal), names.length);
    if (deck.length !== ids.length || ids.some((id, place) => names[id] !== deck[place]))
      return false;
  }
  return true;
}

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/** @param {Recorded} record @returns {Bytes} */
function contextOf(record) {
  const texts = [METHOD, record.id, ...record.seats.map((seat) => seat.entropy)];
  const parts = texts.flatMap((text) => {
    const part = utf8.encode(text);
    return [Uint8Array.of(part.length >> 8, part.length & 255), part];
  });
  return join(...parts);
}

/**
 * The card ids of a deal, from the top of the deck.
 * @param {() => Promise<number>} next The next word of the deal's stream.
 * @param {number} cards
 */
export async function shuffled(next, cards) {
  const deck = Array.from({ length: cards }, (_, id) => id);
  for (let last = cards - 1; last > 0; last--) {
    const fair = WORD - (WORD % (last + 1));
    let word = await next();
    while (word >= fair) word = await next();
    const other = word % (last + 1);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

/** The stream of 32-bit words of a deal. @param {Bytes} seed @param {Bytes} context @param {number} deal */
async function words(seed, context, deal) {
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  let block = 0;
  /** @type {number[]} */
  let left = [];
  return async () => {
    if (!left.length) {
      const data = await crypto.subtle.sign("HMAC", key, join(context, u32(deal), u32(block++)));
      const view = new DataView(data);
      left = Array.from({ length: 8 }, (_, at) => view.getUint32(at * 4)).reverse();
    }
    return /** @type {number} */ (left.pop());
  };
}

/** Whether every card that is told is proved, and nothing else. @param {Recorded} record */
async function proved(record) {
  if (!record.decks.length || record.proofs.length !== record.decks.length) return false;
  for (const [deal, deck] of record.decks.entries()) {
    const { cards, root, deal: number } = record.proofs[deal];
    const told = deck.flatMap((card, place) => (card === null ? [] : [`${place}${card}`]));
    if (number !== deal || told.join() !== cards.map((each) => `${each.place}${each.card}`).join())
      return false;
    for (const proof of cards) if (!(await leads(proof, root, deck.length))) return false;
  }
  return true;
}

/** @param {Recorded} record @param {Map<number, string>} roots */
function rootsAsTold(record, roots) {
  return record.proofs.every((each) => roots.get(each.deal) === each.root);
}

/**
 * Whether a proof leads from its card to the root over a deck of `size` cards.
 * @param {Proof} proof @param {string} root @param {number} size
 */
export async function leads(proof, root, size) {
  const leaf = await sha256(join(Uint8Array.of(0), bytes(proof.salt), utf8.encode(proof.card)));
  const found = await climb(leaf, proof.place, size, proof.path.map(bytes));
  return found !== null && hex(found) === root;
}

/**
 * @param {Bytes} leaf @param {number} place @param {number} size @param {Bytes[]} path
 * @returns {Promise<Bytes | null>}
 */
async function climb(leaf, place, size, path) {
  if (size === 1) return path.length ? null : leaf;
  const top = path.at(-1);
  if (!top || place < 0 || place >= size) return null;
  const cut = 2 ** (31 - Math.clz32(size - 1));
  const left = place < cut;
  const below = await climb(
    leaf,
    left ? place : place - cut,
    left ? cut : size - cut,
    path.slice(0, -1),
  );
  return below && sha256(join(Uint8Array.of(1), ...(left ? [below, top] : [top, below])));
}

/** @param {Bytes} data @returns {Promise<Bytes>} */
async function sha256(data) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", data));
}

/** @param {...Uint8Array} parts @returns {Bytes} */
function join(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {number} value */
function u32(value) {
  const data = new Uint8Array(4);
  new DataView(data.buffer).setUint32(0, value);
  return data;
}

/** @param {string} text @returns {Bytes} */
function bytes(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error("not hex");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} data */
function hex(data) {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
