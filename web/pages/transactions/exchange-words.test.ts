import assert from "node:assert/strict";
import { test } from "node:test";
import { ratesTold, sourcesTold, waitingTold } from "./exchange-words.ts";

const DOLLARS = { currency: "USD", rate: "1.0870", source: "ecb" } as const;
const POUNDS = { currency: "GBP", rate: "0.85", source: "own" } as const;

test("a rate is told as its source writes it, with its day", () => {
  const exchange = { day: "2025-01-10", rates: [DOLLARS] };
  assert.equal(ratesTold(exchange), "1 EUR = 1.0870 USD of 10 Jan 2025");
  assert.equal(sourcesTold(exchange), "European Central Bank");
});

test("between two currencies beside the euro both rates are told, with both sources", () => {
  const exchange = { day: "2025-01-10", rates: [DOLLARS, POUNDS] };
  assert.equal(ratesTold(exchange), "1 EUR = 1.0870 USD = 0.85 GBP of 10 Jan 2025");
  assert.equal(sourcesTold(exchange), "European Central Bank and your own rate");
  const same = [DOLLARS, { ...POUNDS, source: "ecb" } as const];
  assert.equal(sourcesTold({ rates: same }), "European Central Bank");
});

test("one without a rate says which it waits for, and only what would count that reports leave it out", () => {
  const waiting = { currency: "USD", date: "2025-01-10", exchange: null };
  assert.equal(
    waitingTold({ ...waiting, standing: "counted" }, "EUR"),
    "It waits for a rate of USD for 10 Jan 2025, and reports leave it out until then.",
  );
  assert.equal(
    waitingTold({ ...waiting, standing: "pending" }, "EUR"),
    "It waits for a rate of USD for 10 Jan 2025.",
  );
  const found = { day: "2025-01-10", rates: [DOLLARS], is_settled: false };
  assert.equal(
    waitingTold({ ...waiting, standing: "counted", exchange: found }, "EUR"),
    "Its amount in EUR is still to be computed.",
  );
});
