import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import { Activity } from "../../../../test/activity.ts";
import { onEachDatabase } from "../../../../test/app.ts";
import { addDocument } from "../../../../test/papers.ts";
import { HOSTING, type PaperValues, Receipts } from "../../../../test/receipts.ts";
import { Books, ownerContext } from "../../../../test/transactions.ts";
import { cellsIn, sheetIn } from "../../../../test/xlsx.ts";
import { unzipped } from "../../../core/unzip.ts";
import { ExportTransactions, exportTransactions } from "./export-transactions.ts";

const SAVE = "GET /api/teams/:team/transactions/file";
const GIVE = "POST /api/teams/:team/transactions/file";
const FOUND = "GET /api/teams/:team/transactions/file/receipts";
const ATTACH = "POST /api/teams/:team/transactions/:id/attachments";

type Given = Readonly<Record<string, unknown>>;

onEachDatabase((world) => {
  async function prepared() {
    world.at("2026-11-21T12:00:00Z");
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team);
    const receipts = await Receipts.of(team);
    const { app } = books;
    const pay = async (given: object = {}) => {
      const payment = { name: "HOSTING", amount_minor: -11_900, date: "2026-11-03", ...given };
      return (await books.add(payment)).id;
    };
    /** Attaches a file with these bytes, in which this was read. @returns the id of its document */
    const receiptOf = async (id: string, content: string, values: PaperValues = HOSTING) => {
      const { document } = await receipts.upload("receipt.txt", content);
      await receipts.read(document.id, values);
      await app.ask(ATTACH, { team: team.id, id, document_id: document.id });
      return document.id;
    };
    const save = async (given: Given = {}) => {
      const { body } = await app.attempt(SAVE, { team: team.id, receipts: true, ...given });
      return filesIn(body);
    };
    return { team, app, pay, receiptOf, save };
  }

  test("the archive has each receipt once, and the table names those of each payment", async () => {
    const { team, app, pay, receiptOf, save } = await prepared();
    const [two, half, other] = [
      await pay({ name: "Two", amount_minor: -20_000 }),
      await pay({ name: "Half", amount_minor: -5000 }),
      await pay({ name: "Half again", amount_minor: -6900 }),
    ];
    await pay({ name: "None" });
    await receiptOf(two, "First");
    await receiptOf(two, "Second", { ...HOSTING, number: "2" });
    const shared = await receiptOf(half, "Shared", { type: "other", vendor: "Bäckerei" });
    await app.ask(ATTACH, { team: team.id, id: other, document_id: shared });
    const files = await save({ sort: "date" });
    const names = [
      "receipts/2026-10-31_Hosting GmbH_119.00_EUR.txt",
      "receipts/2026-10-31_Hosting GmbH_119.00_EUR (2).txt",
      "receipts/2026-11-03_Bäckerei_50.00_EUR.txt",
    ];
    assert.deepEqual([...files.keys()], [...names, "transactions.csv"]);
    assert.deepEqual(
      names.map((name) => files.get(name)?.toString()),
      ["First", "Second", "Shared"],
    );
    const [first, second, third] = names;
    assert.deepEqual(tableIn(files), {
      Two: `${first}; ${second}`,
      Half: third,
      "Half again": third,
      None: "",
    });
    const table = (await app.attempt(SAVE, { team: team.id, sort: "date" })).body;
    const [titles = "", ...lines] = textOf(files, "transactions.csv").split("\r\n");
    const [plainTitles, ...plainLines] = table.split("\r\n");
    assert.equal(titles.replace("\uFEFF", ""), `${plainTitles},Receipts`);
    assert.equal(lines.length, plainLines.length);
    assert.deepEqual(await app.ask(FOUND, { team: team.id }), {
      receipts: 3,
      bytes: "FirstSecondShared".length,
      most: 2000,
      most_bytes: 2 ** 31,
    });
  });

  test("names are safe in every folder, whatever a vendor is called", async () => {
    const { pay, receiptOf, save } = await prepared();
    const id = await pay();
    const { vendor_key: _key, ...unnamed } = HOSTING;
    const vendors = [
      '../../etc/passwd\\..:*?"<>|;',
      "hosting gmbh",
      "HOSTING GMBH",
      "a\u202Egpj.exe\u0000\r\n",
      "בית קפה",
      "カフェ".repeat(100),
      "👩‍👩‍👧‍👦".repeat(60),
      "..",
      "e\u0301clair",
    ];
    for (const [at, vendor] of vendors.entries())
      await receiptOf(id, `Paper ${at}`, { ...unnamed, vendor, number: `N-${at}` });
    const files = await save();
    const names = [...files.keys()].filter((name) => name.startsWith("receipts/"));
    assert.deepEqual(names.slice(0, 5), [
      "receipts/2026-10-31_etc-passwd_119.00_EUR.txt",
      "receipts/2026-10-31_hosting gmbh_119.00_EUR.txt",
      "receipts/2026-10-31_HOSTING GMBH_119.00_EUR (2).txt",
      "receipts/2026-10-31_agpj.exe_119.00_EUR.txt",
      "receipts/2026-10-31_בית קפה_119.00_EUR.txt",
    ]);
    assert.deepEqual(names.slice(7), [
      "receipts/2026-10-31_Receipt_119.00_EUR.txt",
      "receipts/2026-10-31_\u00e9clair_119.00_EUR.txt",
    ]);
    for (const name of names) {
      const [, file = "", ...deeper] = name.split("/");
      assert.deepEqual(deeper, []);
      assert.ok(file.length <= 200 && Buffer.byteLength(file) <= 255, file);
      // oxlint-disable-next-line no-control-regex
      assert.doesNotMatch(file, /[\u0000-\u001f<>:"/\\|?*\u202a-\u202e]/);
    }
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, vendors.length);
  });

  test("a file whose bytes are gone is named in missing.txt and in the table", async () => {
    const { team, pay, receiptOf, save } = await prepared();
    const id = await pay({ name: "Both" });
    await receiptOf(id, "Kept");
    await receiptOf(id, "Gone", { ...HOSTING, vendor: "Gone AG", number: "2" });
    await world.files.remove(team.id, hashOf("Gone"));
    const files = await save();
    const [kept, gone] = [
      "receipts/2026-10-31_Hosting GmbH_119.00_EUR.txt",
      "receipts/2026-10-31_Gone AG_119.00_EUR.txt",
    ];
    assert.deepEqual([...files.keys()], [kept, "missing.txt", "transactions.csv"]);
    assert.equal(
      textOf(files, "missing.txt"),
      `${gone}: the server's disk does not have its bytes\r\n`,
    );
    assert.deepEqual(tableIn(files), { Both: `${kept}; ${gone} (missing)` });
  });

  test("each file is read when the one before it was taken, and none after the browser has left", async () => {
    const { team, pay, receiptOf } = await prepared();
    const id = await pay();
    for (const content of ["One", "Two", "Three"])
      await receiptOf(id, content, { ...HOSTING, number: content });
    const asked = ExportTransactions.parse({ receipts: true });
    const begun = async () => {
      const { content } = await exportTransactions(ownerContext(team), asked);
      assert.ok(typeof content !== "string" && !(content instanceof Uint8Array));
      return content[Symbol.asyncIterator]();
    };
    const left = await begun();
    await left.next();
    assert.deepEqual(await left.return?.(), { done: true, value: undefined });
    assert.equal((await left.next()).done, true);
    const slow = await begun();
    const pieces: Uint8Array[] = [(await slow.next()).value];
    await world.files.remove(team.id, hashOf("Two"));
    for (let next = await slow.next(); next.done !== true; next = await slow.next())
      pieces.push(next.value);
    const files = await filesIn(Buffer.concat(pieces));
    assert.equal(files.get("receipts/2026-10-31_Hosting GmbH_119.00_EUR.txt")?.toString(), "One");
    assert.match(textOf(files, "missing.txt"), /EUR \(2\)\.txt/);
    assert.equal(files.size, 4);
  });

  test("only receipts of the payments that match are in it, and none of another team", async () => {
    const { pay, receiptOf, save, app, team } = await prepared();
    await receiptOf(await pay({ date: "2026-11-03" }), "Mine");
    await receiptOf(await pay({ date: "2026-10-03" }), "Earlier", { ...HOSTING, number: "2" });
    const other = await prepared();
    await other.receiptOf(await other.pay(), "Theirs");
    await other.receiptOf(await other.pay(), "Mine", {
      ...HOSTING,
      vendor: "Theirs",
      number: "2",
    });
    const of = async (given: Given) => [...(await save(given)).values()].map(String).slice(0, -1);
    assert.deepEqual(await of({}), ["Earlier", "Mine"]);
    assert.deepEqual(await of({ from: "2026-11-01" }), ["Mine"]);
    assert.deepEqual(await of({ to: "2026-09-30" }), []);
    const found = await app.ask(FOUND, { team: team.id, to: "2026-10-31" });
    assert.deepEqual([found.receipts, found.bytes], [1, "Earlier".length]);
    assert.match([...(await other.save()).keys()].join(), /Theirs/);
  });

  test("marked as exported with receipts, it is one event; more bytes than one file takes mark nothing", async () => {
    const { team, app, pay, receiptOf } = await prepared();
    await receiptOf(await pay({ name: "Paid" }), "Mine");
    const asked = { team: team.id, status: "posted", for: "accountant", receipts: true, count: 1 };
    world.pass(1000);
    const { body, headers } = await app.attempt(GIVE, asked);
    assert.match(
      headers.get("content-disposition") ?? "",
      /Transactions%20for%20the%20accountant\.zip/,
    );
    const files = await filesIn(body);
    assert.deepEqual(Object.values(tableIn(files)), [
      "receipts/2026-10-31_Hosting GmbH_119.00_EUR.txt",
    ]);
    const activity = await Activity.of(team);
    const event = await activity.latest(GIVE);
    assert.equal(headers.get("activity-event"), event.id);
    await activity.undo(event);
    await world.database.begin(async (db) => {
      await db
        .updateTable("files")
        .set({ size: 2 ** 31 })
        .where("team_id", "=", team.id)
        .execute();
    });
    await receiptOf(await pay({ name: "Also" }), "Another", { ...HOSTING, number: "2" });
    for (const path of [GIVE, SAVE]) {
      const given = path === GIVE ? { ...asked, count: 2 } : { team: team.id, receipts: true };
      const refused = await app.refused(path, given);
      assert.deepEqual([refused.status, refused.code], [409, "too_many"]);
      assert.match(refused.title, /2 receipts of 2\.0 GiB match, and one file takes 2\.0 GiB/);
    }
  });

  if (world.isSecond) return;

  test("an accountant's workbook names the receipts at each part, beside documents of no inbox", async () => {
    const { team, app, pay, save } = await prepared();
    const books = new Books(team, app, "");
    const id = await pay({ name: "Market" });
    await books.split(id, [{ amount_minor: -10_000 }, { amount_minor: -1900 }]);
    const { id: document_id } = await addDocument(team, { name: "scan.txt", content: "Scan" });
    await app.ask(ATTACH, { team: team.id, id, document_id });
    const files = await save({ for: "accountant", format: "xlsx" });
    const rows = cellsIn(await sheetIn(files.get("transactions.xlsx") ?? Buffer.alloc(0)));
    const [titles = [], ...lines] = rows;
    const at = titles.indexOf("Receipts");
    const file = "receipts/2026-11-03_Market_119.00_EUR.txt";
    assert.deepEqual(
      lines.slice(0, 2).map((line) => line[at]),
      [file, file],
    );
    assert.equal(files.get(file)?.toString(), "Scan");
  });
});

/** Files of an archive by name, in its order. */
async function filesIn(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const files = await unzipped(bytes, { largest: 2 ** 20, mostFiles: 100 });
  if (typeof files === "string") assert.fail(`it is no archive: ${files}`);
  return new Map(files.map(({ name, bytes }) => [name, bytes]));
}

function textOf(files: ReadonlyMap<string, Buffer>, name: string): string {
  return files.get(name)?.toString() ?? assert.fail(`${name} is not in it`);
}

/** Receipts by the name of the payment. */
function tableIn(files: ReadonlyMap<string, Buffer>): Readonly<Record<string, string>> {
  const records: Record<string, string>[] = parse(textOf(files, "transactions.csv"), {
    columns: true,
    bom: true,
  });
  const end = records.findIndex((record) => record["Date"] === "");
  const lines = records.slice(0, end);
  return Object.fromEntries(lines.map((line) => [line["Name"], line["Receipts"] ?? ""]));
}

function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
