import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { divideRound } from "./fraction.ts";
import { allocate, convert, type Rated } from "./money-parts.ts";

const EUR: Rated = { currency: "EUR", rate: "1" };

test("a quotient is rounded to the nearest integer, halves away from zero", () => {
  for (const [top, bottom, rounded] of [
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [-5n, -2n, 3n],
    [4n, 3n, 1n],
    [-4n, 3n, -1n],
    [0n, -7n, 0n],
    [1n, 3n, 0n],
  ] as const) {
    assert.equal(divideRound(top, bottom), rounded, `${top} / ${bottom}`);
  }
});

test("an amount is converted by the rates of both currencies, in the digits of each", () => {
  for (const [minor, from, to, converted] of [
    [-10_000n, { currency: "USD", rate: "1.0870" }, EUR, -9200n],
    [10_000n, EUR, { currency: "USD", rate: "1.0870" }, 10_870n],
    [1000n, EUR, { currency: "JPY", rate: "163.05" }, 1631n],
    [1631n, { currency: "JPY", rate: "163.05" }, EUR, 1000n],
    [-1n, EUR, { currency: "KWD", rate: "0.5" }, -5n],
    [15n, { currency: "CLF", rate: "0.1" }, EUR, 2n],
    [12_345n, { currency: "USD", rate: "1.25" }, { currency: "CHF", rate: "0.9375" }, 9259n],
    [99_999_999_999_999n, EUR, EUR, 99_999_999_999_999n],
  ] as const) {
    assert.equal(convert(minor, from, to), converted, `${minor} ${from.currency}`);
  }
  for (const rate of ["0", "0.000", "-1", "1,5", "", "1e3"])
    assert.throws(() => convert(1n, { currency: "USD", rate }, EUR), RangeError, rate);
});

test("a total is divided by weights, and the largest remainders get what is left", () => {
  for (const [total, weights, shares] of [
    [10n, [1n, 1n, 1n], [4n, 3n, 3n]],
    [-10n, [1n, 1n, 1n], [-4n, -3n, -3n]],
    [-9200n, [-6000n, -4000n], [-5520n, -3680n]],
    [100n, [2n, 1n], [67n, 33n]],
    [1n, [1n, 5n, 1n], [0n, 1n, 0n]],
    [0n, [3n, 4n], [0n, 0n]],
    [-50n, [-70n, 20n], [-70n, 20n]],
    [-46n, [-70n, 20n], [-64n, 18n]],
    [5n, [0n, 1n], [0n, 5n]],
    [7n, [9n], [7n]],
  ] as const) {
    assert.deepEqual(allocate(total, weights), shares, `${total} by ${weights.join()}`);
  }
  for (const weights of [[], [0n], [1n, -1n]])
    assert.throws(() => allocate(1n, weights), RangeError);
});

const MINOR = fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n });

test("the shares sum up to the total, are less than one from their exact part, and follow the sign", () => {
  const weights = fc
    .array(MINOR, { minLength: 1, maxLength: 50 })
    .filter((weights) => sum(weights) !== 0n);
  fc.assert(
    fc.property(MINOR, weights, (total, weights) => {
      const shares = allocate(total, weights);
      assert.equal(sum(shares), total);
      const all = sum(weights);
      for (const [index, share] of shares.entries()) {
        const off = share * all - total * (weights[index] ?? 0n);
        assert.ok((off < 0n ? -off : off) < (all < 0n ? -all : all));
      }
      assert.deepEqual(
        allocate(-total, weights),
        shares.map((share) => -share),
      );
    }),
  );
});

test("converting there and back is off by at most what one minor unit is worth", () => {
  const rate = fc.integer({ min: 1, max: 10_000_000 }).map((rate) => `${rate / 10_000}`);
  fc.assert(
    fc.property(MINOR, rate, (minor, rate) => {
      const there = convert(minor, EUR, { currency: "USD", rate });
      const back = convert(there, { currency: "USD", rate }, EUR);
      const most = BigInt(Math.ceil(1 / Number(rate))) + 1n;
      assert.ok(back - minor <= most && minor - back <= most, `${minor} ${there} ${back}`);
      assert.equal(convert(-minor, EUR, { currency: "USD", rate }), -there);
    }),
  );
});

function sum(numbers: readonly bigint[]): bigint {
  return numbers.reduce((sum, number) => sum + number, 0n);
}
