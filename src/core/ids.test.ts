import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import * as fc from "fast-check";
import { uuid } from "./fields.ts";
import { uuidV5, uuidV7 } from "./ids.ts";

const LAST = 2 ** 48 - 1;
const moment = fc.integer({ min: 0, max: LAST });
const chance = fc.uint8Array({ minLength: 10, maxLength: 10 });

/** The 128 bits of a UUID, as text. */
function bitsOf(id: string): string {
  return BigInt(`0x${id.replaceAll("-", "")}`)
    .toString(2)
    .padStart(128, "0");
}

test("an id is a UUID of version 7 in its usual form", () => {
  fc.assert(
    fc.property(moment, chance, (milliseconds, bytes) => {
      const id = uuidV7(milliseconds, () => bytes);
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.equal(uuid.parse(id), id);
    }),
  );
});

test("an id holds its moment, its version and its variant, and every other bit is random", () => {
  const moments = [0, 1, Date.parse("2026-11-21T09:00:00.007Z"), LAST];
  for (const milliseconds of moments) {
    const [none, all] = [0x00, 0xff].map((byte) =>
      uuidV7(milliseconds, (size) => new Uint8Array(size).fill(byte)),
    );
    const time = milliseconds.toString(2).padStart(48, "0");
    assert.equal(bitsOf(none ?? ""), `${time}0111${"0".repeat(12)}10${"0".repeat(62)}`);
    assert.equal(bitsOf(all ?? ""), `${time}0111${"1".repeat(12)}10${"1".repeat(62)}`);
  }
});

test("an id of a later moment sorts later, whatever chance says", () => {
  fc.assert(
    fc.property(moment, moment, chance, chance, (one, other, bytes, otherBytes) => {
      fc.pre(one < other);
      assert.ok(uuidV7(one, () => bytes) < uuidV7(other, () => otherBytes));
    }),
  );
});

test("ids of one moment differ", () => {
  const ids = new Set(Array.from({ length: 10_000 }, () => uuidV7(0, randomBytes)));
  assert.equal(ids.size, 10_000);
});

test("an id of a name is the one that RFC 9562 computes, and the same each time", () => {
  // RFC 9562, appendix A.4.
  const dns = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
  assert.equal(uuidV5(dns, "www.example.com"), "2ed6657d-e927-568b-95e1-2665a8aea6a2");
  assert.equal(uuid.parse(uuidV5(dns, "rent")), uuidV5(dns, "rent"));
});
