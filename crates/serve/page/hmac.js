// Message authentication codes: HMAC with SHA-256. A page that came over plain HTTP from another machine has no crypto.subtle.

const BLOCK = 64;

/** The first 64 primes. */
const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number += 1) {
  if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
}

/** The first 32 bits of a number's fraction. */
const fraction = (number) => ((number - Math.floor(number)) * 2 ** 32) | 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const BEGIN = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** The bytes, a one bit, zeros, and the length in bits: whole blocks. */
function padded(bytes) {
  const all = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  all.set(bytes);
  all[bytes.length] = 0x80;
  new DataView(all.buffer).setUint32(all.length - 4, bytes.length * 8);
  return all;
}

/** The words of a block, and what they grow to. */
function words(block) {
  const grown = Array.from({ length: 16 }, (_, at) => block.getInt32(at * 4));
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [grown[at - 15], grown[at - 2]];
    const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const two = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    grown.push((grown[at - 16] + one + grown[at - 7] + two) | 0);
  }
  return grown;
}

function stirred(state, block) {
  let [a, b, c, d, e, f, g, h] = state;
  words(block).forEach((word, at) => {
    const choice = (e & f) ^ (~e & g);
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUNDS[at] + word;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  });
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]) | 0);
}

/** The 32 bytes of a hash. */
function sha256(bytes) {
  const all = padded(bytes);
  let state = BEGIN;
  for (let at = 0; at < all.length; at += BLOCK) state = stirred(state, new DataView(all.buffer, at, BLOCK));
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => hash.setInt32(at * 4, word));
  return new Uint8Array(hash.buffer);
}

/** Bytes as hexadecimal digits. */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The code of a text under a key, both texts, in hexadecimal digits. */
export function hmac(key, text) {
  const encoded = new TextEncoder().encode(key);
  const short = encoded.length > BLOCK ? sha256(encoded) : encoded;
  const block = Uint8Array.from({ length: BLOCK }, (_, at) => short[at] ?? 0);
  const hash = (mask, bytes) => sha256(Uint8Array.of(...block.map((byte) => byte ^ mask), ...bytes));
  return hex(hash(0x5c, hash(0x36, new TextEncoder().encode(text))));
}
