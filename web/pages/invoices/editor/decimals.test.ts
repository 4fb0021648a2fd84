import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  discountText,
  percent,
  priceText,
  quantityText,
  readPrice,
  readQuantity,
  readTypedDiscount,
} from "./decimals.ts";

const EURO = { currency: "EUR", locale: "en-GB" } as const;
const GERMAN = { currency: "EUR", locale: "de-DE" } as const;
const YEN = { currency: "JPY", locale: "en-GB" } as const;

function offersOf(reading: ReturnType<typeof readPrice>) {
  return reading.state === "refused" ? reading.offers : reading;
}

describe("the numbers of a line", () => {
  test("a quantity is read with a comma or a point, and may be below 0", () => {
    assert.deepEqual(readQuantity("12,5"), { state: "read", value: "12.5" });
    assert.deepEqual(readQuantity(" 012.50 "), { state: "read", value: "12.5" });
    assert.deepEqual(readQuantity("-1"), { state: "read", value: "-1" });
    assert.deepEqual(readQuantity(",5"), { state: "read", value: "0.5" });
    assert.deepEqual(readQuantity("-0"), { state: "read", value: "0" });
    assert.equal(readQuantity("").state, "empty");
    assert.equal(readQuantity("two").state, "refused");
    assert.equal(readQuantity("0.0000001").state, "refused");
    assert.equal(readQuantity("1000000000").state, "refused");
  });

  test("a price may have more decimals than its currency, be a sum, and is never below 0", () => {
    assert.deepEqual(readPrice("0.00123", EURO), { state: "read", value: "0.00123" });
    assert.deepEqual(readPrice("95", EURO), { state: "read", value: "95" });
    assert.deepEqual(readPrice("120+19%", EURO), { state: "read", value: "142.8" });
    assert.deepEqual(readPrice("€1,234.50", EURO), { state: "read", value: "1234.5" });
    assert.deepEqual(readPrice("1.234,50 €", GERMAN), { state: "read", value: "1234.5" });
    assert.equal(readPrice("-5", EURO).state, "refused");
    assert.equal(readPrice("4-5", EURO).state, "refused");
  });

  test("a mark with three digits behind it asks which number is meant", () => {
    assert.deepEqual(offersOf(readPrice("12.345", EURO)), ["12.345", "12345"]);
    assert.deepEqual(offersOf(readPrice("1,200", GERMAN)), ["1.2", "1200"]);
    assert.deepEqual(offersOf(readQuantity("1,200")), ["1.2", "1200"]);
  });

  test("a number is shown as its reader understands it", () => {
    for (const decimal of ["12.5", "1234567.891", "0.000001", "7", "-3"])
      for (const locale of ["en-GB", "de-DE", "fr-CH"]) {
        const shown = quantityText(decimal, { locale });
        assert.deepEqual(readQuantity(shown), { state: "read", value: decimal }, shown);
      }
    assert.equal(priceText("95", EURO), "95.00");
    assert.equal(priceText("95.5", GERMAN), "95,50");
    assert.equal(priceText("1250", YEN), "1250");
    assert.equal(priceText("0.00123", EURO), "0.00123");
  });

  test("a discount is a share with a percent sign, and an amount without", () => {
    assert.deepEqual(readTypedDiscount("10 %", EURO), { state: "read", value: { bp: 1000 } });
    assert.deepEqual(readTypedDiscount("2,5%", EURO), { state: "read", value: { bp: 250 } });
    assert.deepEqual(readTypedDiscount("50", EURO), { state: "read", value: { minor: 5000 } });
    assert.equal(readTypedDiscount("", EURO).state, "empty");
    assert.equal(readTypedDiscount("101 %", EURO).state, "refused");
    assert.equal(readTypedDiscount("-5", EURO).state, "refused");
    assert.equal(discountText({ bp: 250 }, GERMAN), "2,5 %");
    assert.equal(discountText({ minor: 5000 }, EURO), "50.00");
    assert.equal(percent(810), "8.1");
  });
});
