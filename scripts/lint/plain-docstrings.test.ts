import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { refusedLines } from "./lint.ts";

const FILE = "src/core/money.ts";

describe("a comment", () => {
  it("does not begin with a question word or a pronoun", () => {
    const lines = [
      `/** What a customer owes. */`,
      `/** Whether it is paid. */`,
      `// How it is rounded.`,
      `export const a = 1; // Whose it is.`,
      `/** Who pays. */`,
      `/** Whoever pays. */`,
      `/* Whom it is sent to. */`,
      `/** Those that are paid. */`,
      `/** That of the customer. */`,
      `/** The one that is paid. */`,
      `/** The ones that are paid. */`,
      `/** One that is paid. */`,
      `/** Where it is that it was paid. */`,
    ];
    assert.deepEqual(
      refusedLines("plain-docstrings", { [FILE]: lines }),
      lines.map((line) => `${FILE}: ${line}`),
    );
  });

  it("is refused at its first line when it has several", () => {
    const lines = [`/**`, ` * What a customer owes,`, ` * in cents.`, ` */`];
    assert.deepEqual(refusedLines("plain-docstrings", { [FILE]: lines }), [`${FILE}: /**`]);
  });

  it("begins with a verb or a noun", () => {
    const lines = [
      `/** Amount that a customer owes. */`,
      `// Rounds half to even: the rule of banks,`,
      `// whose statements it must match.`,
      `/** True if paid. */`,
      `/** Whole cents. */`,
      `/** Thatched roofs, howling wolves. */`,
      `/**`,
      ` * Sum of an invoice:`,
      ` * what is owed.`,
      ` */`,
      `export const text = "// What a string holds";`,
    ];
    assert.deepEqual(refusedLines("plain-docstrings", { [FILE]: lines }), []);
  });
});
