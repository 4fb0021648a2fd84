import assert from "node:assert/strict";
import { test } from "node:test";
import { addAccount } from "../../test/bank-accounts.ts";
import { GENERATIONS, read, worldOfFile } from "../../test/mcp.ts";
import { addTransaction } from "../../test/transactions.ts";

const world = worldOfFile();

/** Tags of Unicode spell words that no font shows. */
const HIDDEN = "Invoice 7\u{e0070}\u{e0061}\u{e0079}";
const SHOWN = String.raw`Invoice 7\udb40\udc70\udb40\udc61\udb40\udc79`;

for (const [generation, send] of Object.entries(GENERATIONS))
  test(`words of a bank reach a ${generation} client without hidden characters, and are named as untrusted`, async () => {
    const team = await world.team();
    const account = await addAccount(team);
    const { id } = await addTransaction(team, account, { name: HIDDEN });
    for (const [name, args, nameIn] of [
      ["transactions_list", {}, (answer: any) => answer.items[0].name],
      ["transactions_get", { id }, (answer: any) => answer.name],
      ["search_global", { query: "invoice" }, (answer: any) => answer.items[0].data.name],
      ["transactions_update_status", { id, status: "completed" }, (answer: any) => answer.name],
    ] as const) {
      const { result } = await read(send(team, "tools/call", { name, arguments: args }));
      assert.equal(nameIn(result.structuredContent), SHOWN, name);
      assert.ok(
        result.structuredContent.untrusted.some((path: string) => /(^|\.)name$/.test(path)),
      );
      assert.doesNotMatch(JSON.stringify(result), /[\u{e0000}-\u{e007f}]/u);
    }
  });
