import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { askedBy, type Command, groupsFor, isFirstSafe, type Known } from "./groups.ts";

describe("the palette", () => {
  test("takes a prefix off what is typed", () => {
    assert.deepEqual(askedBy(" >  new key "), { only: "actions", text: "new key" });
    assert.deepEqual(askedBy("@acme"), { only: "customers", text: "acme" });
    assert.deepEqual(askedBy(" acme "), { only: null, text: "acme" });
    assert.deepEqual(askedBy("a@b"), { only: null, text: "a@b" });
    assert.deepEqual(askedBy(""), { only: null, text: "" });
  });

  test("shows recents, then actions and pages while nothing is typed, and no records", () => {
    assert.deepEqual(titlesFor(""), ["Recent", "Actions", "Go to", "Settings"]);
  });

  test("shows five actions at first, after other teams, and all behind their prefix", () => {
    const actions = Array.from({ length: 9 }, (_, index) => command(`Action ${index}`));
    const known = { ...KNOWN, actions, teams: [command("Other Studio")] };
    const groups = groupsFor(askedBy(""), known);
    assert.deepEqual(
      groups.map(({ value, items }) => [value, items.length]),
      [
        ["Recent", 1],
        ["Switch to team", 1],
        ["Actions", 5],
        ["Go to", 2],
        ["Settings", 1],
      ],
    );
    assert.equal(groupsFor(askedBy(">"), known)[0]?.items.length, 9);
  });

  test("has a first line that Enter opens once something is typed or was opened before", () => {
    const isSafe = (typed: string, known: Known) =>
      isFirstSafe(askedBy(typed), groupsFor(askedBy(typed), known));
    assert.ok(isSafe("", KNOWN));
    assert.ok(isSafe("ac", KNOWN));
    assert.ok(!isSafe("", { ...KNOWN, recents: [] }));
    assert.ok(!isSafe(">", KNOWN));
  });

  test("finds actions, pages and settings by the beginnings of words, beside the server's records", () => {
    const groups = groupsFor(askedBy("ac"), KNOWN);
    assert.deepEqual(
      groups.map(({ value, items }) => [value, items.map(({ label }) => label)]),
      [
        ["Actions", ["Make an access key"]],
        ["Go to", ["Activity"]],
        ["Customers", ["Acme"]],
        ["Projects", ["Website"]],
        ["Invoices", ["INV-2026-0001 · Acme"]],
        ["Transactions", ["Coffee"]],
        ["Documents", ["Lease.pdf"]],
        ["Receipts", ["Bakery"]],
      ],
    );
  });

  test("lists one kind alone behind its prefix", () => {
    assert.deepEqual(titlesFor(">"), ["Actions"]);
    assert.deepEqual(titlesFor("@"), ["Customers"]);
    assert.deepEqual(titlesFor("> nothing like it"), []);
  });

  test("lists at most five of a kind once something is typed", () => {
    const actions = Array.from({ length: 9 }, (_, index) => command(`Action ${index}`));
    const [group] = groupsFor(askedBy("action"), { ...KNOWN, actions });
    assert.equal(group?.items.length, 5);
  });
});

function command(label: string): Command {
  return { value: label, label, words: "", run: () => {} };
}

const KNOWN: Known = {
  recents: [command("Acme")],
  actions: [command("Make an access key"), command("Sign out")],
  pages: [command("Activity"), command("Connect")],
  settings: [command("Your name")],
  teams: [],
  customers: [command("Acme")],
  projects: [command("Website")],
  invoices: [command("INV-2026-0001 · Acme")],
  transactions: [command("Coffee")],
  documents: [command("Lease.pdf")],
  receipts: [command("Bakery")],
};

function titlesFor(typed: string): readonly string[] {
  return groupsFor(askedBy(typed), KNOWN).map(({ value }) => value);
}
