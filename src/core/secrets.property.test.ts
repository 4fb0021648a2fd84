import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { isWellFormedSecret, newSecret } from "./secrets.ts";

const PREFIX = "svc_";
const LENGTH = PREFIX.length + 49;

const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => newSecret(PREFIX, () => bytes));
const places = fc.nat({ max: LENGTH - 1 });

test("two different characters that changed places are detected, wherever they stand", () => {
  fc.assert(
    fc.property(secrets, places, places, (secret, one, other) => {
      fc.pre(secret[one] !== secret[other]);
      const characters = secret.split("");
      [characters[one], characters[other]] = [secret.charAt(other), secret.charAt(one)];
      assert.ok(!isWellFormedSecret(PREFIX, characters.join("")));
    }),
    { numRuns: 2000 },
  );
});

test("every change of one character of a secret is detected", () => {
  const secret = newSecret(PREFIX, (size) => new Uint8Array(size).fill(0xa5));
  const latin = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));
  for (let place = 0; place < LENGTH; place += 1) {
    for (const character of [...latin, "٣", "Ａ", "🦊", "\ud800", ""]) {
      const changed = secret.slice(0, place) + character + secret.slice(place + 1);
      assert.equal(isWellFormedSecret(PREFIX, changed), changed === secret, changed);
    }
  }
});

test("every part of a secret is detected, and a secret with a part left out", () => {
  fc.assert(
    fc.property(secrets, places, fc.integer({ min: 1, max: LENGTH }), (secret, from, length) => {
      const part = secret.slice(from, from + length);
      if (part !== secret) assert.ok(!isWellFormedSecret(PREFIX, part));
      const rest = secret.slice(0, from) + secret.slice(from + length);
      assert.ok(!isWellFormedSecret(PREFIX, rest));
      assert.ok(!isWellFormedSecret(PREFIX, secret.slice(0, from) + part + secret.slice(from)));
    }),
  );
});
