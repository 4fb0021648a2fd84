import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  bitsOfSecret,
  equalSecrets,
  hashSecret,
  isWellFormedSecret,
  newSecret,
} from "./secrets.ts";

const PREFIX = "svc_";
const secret = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => newSecret(PREFIX, () => bytes));
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const base62 = fc.constantFrom(...DIGITS.split(""));

test("a secret is its prefix, 43 random characters and a checksum of 6", () => {
  fc.assert(
    fc.property(secret, (secret) => {
      assert.match(secret, /^svc_[0-9A-Za-z]{49}$/);
      assert.ok(isWellFormedSecret(PREFIX, secret));
    }),
  );
});

test("its bits are what it was made of, and what is no such secret has none", () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(bytes, (bytes) => {
      const secret = newSecret(PREFIX, () => bytes);
      assert.deepEqual(bitsOfSecret(PREFIX, secret), Buffer.from(bytes));
      assert.equal(bitsOfSecret("svc_other_", secret), null);
      assert.equal(bitsOfSecret(PREFIX, secret.slice(0, -1)), null);
    }),
  );
  const none = new Uint8Array(32);
  assert.deepEqual(
    bitsOfSecret(
      PREFIX,
      newSecret(PREFIX, () => none),
    ),
    Buffer.from(none),
  );
});

test("what has more than 256 bits is no secret of ours, also with a good checksum", () => {
  const tooLarge = newSecret(PREFIX, () => new Uint8Array(33).fill(0xff, 0, 1));
  const largest = newSecret(PREFIX, () => new Uint8Array(32).fill(0xff));
  assert.ok(isWellFormedSecret(PREFIX, largest) && bitsOfSecret(PREFIX, largest) !== null);
  assert.equal(bitsOfSecret(PREFIX, tooLarge), null);
});

test("every one of its 256 random bits makes another secret", () => {
  const secrets = new Set<string>();
  for (let bit = 0; bit < 256; bit += 1) {
    const bytes = new Uint8Array(32);
    bytes[bit >> 3] = 1 << (bit & 7);
    secrets.add(newSecret(PREFIX, () => bytes));
  }
  assert.equal(secrets.size, 256);
});

test("any one character changed is detected", () => {
  fc.assert(
    fc.property(secret, fc.nat({ max: PREFIX.length + 48 }), base62, (secret, index, character) => {
      fc.pre(secret[index] !== character);
      const changed = secret.slice(0, index) + character + secret.slice(index + 1);
      assert.ok(!isWellFormedSecret(PREFIX, changed));
    }),
  );
});

test("a secret that was cut, lengthened or moved is detected", () => {
  fc.assert(
    fc.property(secret, base62, (secret, character) => {
      for (const wrong of [
        secret.slice(1),
        secret.slice(0, -1),
        secret + character,
        ` ${secret}`,
        `${secret}\n`,
        "",
      ]) {
        assert.ok(!isWellFormedSecret(PREFIX, wrong));
      }
    }),
  );
});

test("a secret of another kind is not taken for this one", () => {
  const secret = newSecret("svc_at_", randomBytes);
  assert.ok(isWellFormedSecret("svc_at_", secret));
  assert.ok(!isWellFormedSecret(PREFIX, secret));
});

test("a checksum is made of the whole secret, prefix and all", () => {
  const zeros = newSecret("svc_", (size) => new Uint8Array(size));
  assert.ok(!isWellFormedSecret("abc_", zeros.replace("svc_", "abc_")));
});

test("what is stored of a secret is the SHA-256 of its text", () => {
  assert.equal(
    hashSecret("abc"),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("secrets are equal when every character is, whatever their lengths", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      assert.equal(equalSecrets(one, other), one === other);
      assert.ok(equalSecrets(one, one));
    }),
  );
});
