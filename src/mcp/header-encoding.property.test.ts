import assert from "node:assert/strict";
import { isUtf8 } from "node:buffer";
import { after, before, test } from "node:test";
import * as fc from "fast-check";
import { type Team, World } from "../../test/app.ts";
import { Connection } from "../../test/fuzz/connection.ts";
import { headOf } from "../../test/fuzz/requests.ts";
import { bearer, listen, META, modernHeaders, type Served } from "../../test/mcp.ts";
import { HEADER_MISMATCH, INVALID_PARAMS } from "./rpc.ts";

const world = new World("sqlite");
let server: Served;
let team: Team;
let connection: Connection;

before(async () => {
  await world.open();
  server = await listen(world.app);
  team = await world.team();
  connection = await Connection.open(server.port);
});
after(async () => {
  await server.close();
  await world.close();
});

/** No tool has such a name, so an accepted header gets the error for an unknown tool. */
const TAKEN = INVALID_PARAMS;

const names = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
const someBytes = fc.uint8Array({ minLength: 1, maxLength: 20 }).map((bytes) => Buffer.from(bytes));
const plainNames = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);

test("Mcp-Name in base64 is taken for any name that has a form in UTF-8", async () => {
  await holds(names, async (name) => {
    assert.equal(await answerTo(encoded(name), name), TAKEN);
  });
});

test("Mcp-Name as it is, is taken for any name that fits into a header", async () => {
  await holds(
    plainNames.filter((name) => !name.startsWith("=?")),
    async (name) => {
      assert.equal(await answerTo(name, name), TAKEN);
      assert.equal(await answerTo(` \t${name} `, name), TAKEN, "HTTP takes no account of it");
    },
  );
});

test("-32020 for the name of another, plain or in base64", async () => {
  const two = fc.tuple(fc.oneof(names, plainNames), fc.oneof(names, plainNames));
  await holds(
    two.filter(([one, other]) => one !== other),
    async ([one, other]) => {
      assert.equal(await answerTo(encoded(one), other), HEADER_MISMATCH);
      if (/^[!-~]+$/.test(one)) assert.equal(await answerTo(one, other), HEADER_MISMATCH);
    },
  );
});

test("-32020 for base64 of what is no UTF-8, though it reads like the name", async () => {
  await holds(
    someBytes.filter((bytes) => !isUtf8(bytes)),
    async (bytes) => {
      const header = `=?base64?${bytes.toString("base64")}?=`;
      assert.equal(await answerTo(header, bytes.toString()), HEADER_MISMATCH);
    },
  );
});

test("-32020 for base64 that is not as RFC 4648 §4 writes it, though it reads like the name", async () => {
  await holds(names, async (name) => {
    const base64 = Buffer.from(name).toString("base64");
    for (const other of [base64.replace(/=+$/, ""), `${base64}=`, `${base64}A`, `${base64}*`])
      if (other !== base64)
        assert.equal(await answerTo(`=?base64?${other}?=`, name), HEADER_MISMATCH, other);
  });
});

test("-32020 for a name that only looks encoded, plain as it is", async () => {
  await holds(plainNames, async (name) => {
    const text = `=?base64?${name}*?=`;
    assert.equal(await answerTo(text, text), HEADER_MISMATCH);
    assert.equal(await answerTo(encoded(text), text), TAKEN);
  });
});

test("-32020 for any bytes that are not the name, and never a failure", async () => {
  await holds(fc.tuple(someBytes, names), async ([bytes, name]) => {
    const value = bytes.toString("latin1").replaceAll(/[^\t -~\u0080-\u00ff]/g, "");
    fc.pre(value.trim() !== name);
    assert.equal(await answerTo(value, name), HEADER_MISMATCH);
  });
});

async function holds<T>(values: fc.Arbitrary<T>, rule: (value: T) => Promise<void>): Promise<void> {
  await fc.assert(fc.asyncProperty(values, rule), { numRuns: 200 });
}

function encoded(name: string): string {
  return `=?base64?${Buffer.from(name).toString("base64")}?=`;
}

/** Calls a tool by `name` with that `Mcp-Name`, and returns the error. */
async function answerTo(header: string, name: string): Promise<number> {
  const params = { name, _meta: META };
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  const head = headOf({
    method: "POST",
    target: "/mcp",
    version: "HTTP/1.1",
    headers: Object.entries({
      Host: "localhost",
      "Content-Type": "application/json",
      "Content-Length": String(body.length),
      ...bearer(team.key),
      ...modernHeaders("tools/call"),
      "Mcp-Name": header,
    }),
    body,
  });
  const reply = await connection.send({ method: "POST", pieces: [head, body], ending: "waits" });
  assert.ok(typeof reply !== "string", JSON.stringify(reply));
  return JSON.parse(reply.text).error.code;
}
