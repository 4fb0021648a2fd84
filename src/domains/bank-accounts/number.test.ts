import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import * as fc from "fast-check";
import { accountNumber, numberHash, opened, readAccountNumber, sealed } from "./account-number.ts";

const SEALING = { secret: "a secret that is long enough for it", isInDatabase: false };
const PLACE = { team_id: "01a1fd59-0000-7000-8000-000000000001", id: "one" };

test("an IBAN is taken with its check digits, however it is written, and shows its country and end", () => {
  for (const [text, shown, masked] of [
    ["DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00", "DE•• 3000"],
    ["de89370400440532013000", "DE89 3704 0044 0532 0130 00", "DE•• 3000"],
    ["GB82-WEST-1234-5698-7654-32", "GB82 WEST 1234 5698 7654 32", "GB•• 5432"],
    ["NO93 8601 1117 947", "NO93 8601 1117 947", "NO•• 7947"],
    ["MT84MALT011000012345MTLCAST001S", "MT84 MALT 0110 0001 2345 MTLC AST0 01S", "MT•• 001S"],
  ] as const) {
    assert.ok(accountNumber.safeParse(text).success, text);
    const number = readAccountNumber(text);
    assert.deepEqual([number.shown, number.masked], [shown, masked]);
    assert.equal(number.normal, shown.replaceAll(" ", ""));
  }
});

test("an IBAN with a wrong or swapped digit is refused", () => {
  for (const text of [
    "DE89 3704 0044 0532 0130 01",
    "DE98 3704 0044 0532 0130 00",
    "GB82 WEST 1234 5698 7654 23",
    "DE00 3704 0044 0532 0130 00",
  ])
    assert.match(accountNumber.safeParse(text).error?.message ?? "", /check digits/, text);
});

test("any other number of a bank is taken, and little of a short one is shown", () => {
  for (const [text, masked] of [
    ["12-34-56 12345678", "•• 5678"],
    ["021000021/000123456", "•• 3456"],
    ["12345", "•• 45"],
    ["1234", "•• 34"],
  ] as const) {
    assert.ok(accountNumber.safeParse(text).success, text);
    assert.equal(readAccountNumber(text).masked, masked);
    assert.equal(readAccountNumber(text).shown, text);
  }
  for (const text of ["", "123", "12*45", "🦊🦊🦊🦊", "1".repeat(35), "x".repeat(61)])
    assert.ok(!accountNumber.safeParse(text).success, text);
});

test("a sealed number opens with the same secret for the same account, and nowhere else", () => {
  const number = "DE89 3704 0044 0532 0130 00";
  const seal = sealed(SEALING, PLACE, number, randomBytes);
  assert.match(seal, /^1\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/);
  assert.ok(!seal.includes("3704"));
  assert.equal(opened(SEALING, PLACE, seal), number);
  assert.notEqual(sealed(SEALING, PLACE, number, randomBytes), seal);
  const other = { ...SEALING, secret: "another secret, as long as the first" };
  assert.equal(opened(other, PLACE, seal), null);
  assert.equal(opened(SEALING, { ...PLACE, id: "two" }, seal), null);
  assert.equal(opened(SEALING, { ...PLACE, team_id: "other" }, seal), null);
});

test("a seal that was changed anywhere opens nothing", () => {
  const seal = sealed(SEALING, PLACE, "1234567890", randomBytes);
  fc.assert(
    fc.property(fc.nat(seal.length - 1), fc.constantFrom("A", "z", ".", "1", ""), (at, mark) => {
      const changed = seal.slice(0, at) + mark + seal.slice(at + 1);
      // The last character of base64url holds bits that mean nothing.
      const isSame = [changed, seal].map(bytesOf).every((bytes, _, [first]) => bytes === first);
      assert.equal(opened(SEALING, PLACE, changed), isSame ? "1234567890" : null);
    }),
  );
  for (const text of ["", "1", "1..", "1.a.b.c", `2${seal.slice(1)}`])
    assert.equal(opened(SEALING, PLACE, text), null);
});

test("a number is recognised within its team and under its secret alone", () => {
  const hash = numberHash(SEALING, "team", "DE89370400440532013000");
  assert.match(hash, /^[0-9a-f]{64}$/);
  assert.equal(numberHash(SEALING, "team", "DE89370400440532013000"), hash);
  assert.notEqual(numberHash(SEALING, "other", "DE89370400440532013000"), hash);
  assert.notEqual(numberHash({ ...SEALING, secret: "x" }, "team", "DE89370400440532013000"), hash);
});

function bytesOf(seal: string): string {
  const [version, ...parts] = seal.split(".");
  return [version, ...parts.map((part) => Buffer.from(part, "base64url").toString("hex"))].join();
}
