import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsCsv } from "./csv.ts";
import { anEvent } from "./event-for-tests.ts";

function withName(name: string): string {
  const event = anEvent({ actor: { id: "anna", name } });
  return eventsCsv([event], "UTC").split("\r\n").slice(1).join("\r\n");
}

test("each event is one line under the names of the columns", () => {
  const web = { kind: "web", id: null, name: null, hint: null } as const;
  const lines = eventsCsv([anEvent({ via: web }), anEvent()], "UTC").split("\r\n");
  assert.equal(lines.length, 4);
  // Commas outside quotes.
  const columns = lines.map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).length);
  assert.deepEqual(columns.slice(0, 3), [16, 16, 16]);
  assert.match(
    lines[1] ?? "",
    /^2026-11-21T09:00:00\.000Z,Anna,web,,Claude Code 2\.0,customers_upd/,
  );
  assert.match(
    lines[2] ?? "",
    /,customers_update,"Claude Code, for Anna, changed the customer Acme",/,
  );
});

test("commas, quotes and line ends stay within their cell", () => {
  assert.match(withName('Anna "A", B\nC'), /,"Anna ""A"", B\nC",key,/);
});

test("what begins like a formula is text for a spreadsheet", () => {
  for (const name of ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "＝1", "|x"])
    assert.ok(withName(name).includes(`,'${name},`), JSON.stringify(name));
  assert.match(withName("\r=1"), /,"'\r=1",/);
  assert.match(withName("\t=1"), /,"'\t=1",/);
  assert.match(withName("\tx"), /,"'\tx",/);
});

test("what begins like a formula behind another locale's separator is text too", () => {
  for (const [name, cell] of [
    ["a;=1+1", "a;'=1+1"],
    ["a; @SUM(A1)", "a;' @SUM(A1)"],
    ["a\t-1", "a\t'-1"],
    ["a\n+1;=2", "a\n'+1;'=2"],
  ] as const)
    assert.ok(withName(name).includes(`,"${cell}",`), JSON.stringify(name));
});
