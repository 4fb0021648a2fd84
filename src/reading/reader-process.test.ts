import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import sharp from "sharp";
import { ciiInvoice } from "../../test/e-invoices.ts";
import { madePdf, textAt } from "../../test/made-pdf.ts";
import { mailOf, paperFile } from "../../test/papers.ts";
import { PaperReader, ReaderKilled } from "./reader-process.ts";
import { READER_BOUNDS } from "./reader-watch.ts";

const PAGE = madePdf({
  pages: [{ content: textAt(50, 800, "A page of typed letters, and enough") }],
});

/** Nine drawings, each of which draws the next one ten times. */
const ENDLESS = madePdf({
  pages: [
    {
      content: "/X0 Do",
      forms: Array.from({ length: 9 }, (_, at) =>
        at === 8 ? textAt(50, 800, "x") : `/X${at + 1} Do `.repeat(10),
      ),
    },
  ],
});

const reader = new PaperReader();
const small = new PaperReader({ bounds: { ...READER_BOUNDS, memoryMb: 300 } });
const short = new PaperReader({
  bounds: { ...READER_BOUNDS, seconds: { ...READER_BOUNDS.seconds, text: 1 } },
});
after(async () => {
  await Promise.all([reader, small, short].map(async (each) => each.stop()));
});

test("a file is read, and a page drawn, in other processes", async () => {
  const read = await reader.read("team_1", paperFile("pdf", PAGE));
  assert.equal(read.text, "A page of typed letters, and enough");
  const drawn = await reader.draw({
    teamId: "team_1",
    bytes: PAGE,
    kind: "pdf",
    page: 1,
    width: 320,
  });
  const { format, width, height } = await sharp(drawn ?? undefined).metadata();
  assert.deepEqual([format, width, height], ["webp", 320, 453]);
});

test("what has no picture is not drawn", async () => {
  for (const [kind, bytes, page] of [
    ["pdf", PAGE, 2],
    ["pdf", PAGE, 0],
    ["pdf", Buffer.from("%PDF-"), 1],
    ["text", Buffer.from("words"), 1],
    ["png", Buffer.from("none"), 1],
  ] as const)
    assert.equal(await reader.draw({ teamId: "team_1", bytes, kind, page, width: 320 }), null);
});

test("large files and attachments keep their bytes on the way", async () => {
  const large = Buffer.alloc(5_000_000, "All of these words come back.\n");
  const read = await reader.read(
    "team_1",
    paperFile(
      "eml",
      mailOf([{ type: "text/csv", name: "a.csv", body: large, disposition: "attachment" }]),
    ),
  );
  assert.ok(read.parts[0] && large.equals(read.parts[0].bytes));
});

test("values that no paper has are left out, and the others stay", async () => {
  const taxed = (...rows: readonly (readonly [string, string, string, string])[]) =>
    ciiInvoice({ taxes: rows });
  for (const [xml, missing] of [
    [ciiInvoice({ number: "9".repeat(5000) }), ["number"]],
    [ciiInvoice().replace("Muster &amp; Söhne GmbH", "V".repeat(5000)), ["vendor"]],
    [ciiInvoice().replace("20261031", "99991231"), ["date"]],
    [ciiInvoice().replace("20261031", "00000101"), ["date"]],
    [taxed(["S", "150.00", "100.00", "19.00"]), ["tax_rate_bp", "taxes"]],
    [taxed(["S", "-19.00", "100.00", "19.00"]), ["tax_rate_bp", "taxes"]],
  ] as const) {
    const { fields } = await reader.read("team_1", paperFile("xml", xml));
    assert.equal(fields.amount_minor?.value, 11_900);
    const given = ["number", "vendor", "date", "tax_rate_bp", "taxes"] as const;
    assert.deepEqual(
      given.filter((name) => fields[name] === undefined),
      missing,
    );
  }
  const name = `${"n".repeat(5000)}.csv`;
  const part = { type: "text/csv", name, body: "a,b", disposition: "attachment" } as const;
  const { parts } = await reader.read("team_1", paperFile("eml", mailOf([part])));
  assert.match(parts[0]?.name ?? "", /^n{996}\.csv$/);
});

test("a file that takes too much memory ends its process, and the next one is read", async () => {
  const size = { width: 6000, height: 6000, channels: 3, background: "white" } as const;
  const heavy = await sharp({ create: size }).png().toBuffer();
  await assert.rejects(small.read("team_1", paperFile("png", heavy)), (error) => {
    assert.ok(error instanceof ReaderKilled);
    assert.deepEqual([error.end, error.isFileAtFault], ["memory", true]);
    return true;
  });
  assert.equal((await small.read("team_1", paperFile("text", "still here"))).text, "still here");
});

test("a file that never ends is killed, while pages are drawn and others wait", async () => {
  const endless = assert.rejects(short.read("team_1", paperFile("pdf", ENDLESS)), (error) => {
    assert.ok(error instanceof ReaderKilled);
    assert.deepEqual([error.end, error.isFileAtFault], ["time", true]);
    return true;
  });
  const waiting = short.read("team_1", paperFile("text", "its turn"));
  const drawn = await short.draw({
    teamId: "team_1",
    bytes: PAGE,
    kind: "pdf",
    page: 1,
    width: 64,
  });
  assert.ok(drawn && drawn.length > 0);
  await endless;
  assert.equal((await waiting).text, "its turn");
});

test("a reading that is given up ends its process, and one that has not begun never begins", async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const begun = assert.rejects(
    reader.read("team_1", paperFile("pdf", ENDLESS), first.signal),
    /given up/,
  );
  const waiting = assert.rejects(
    reader.read("team_1", paperFile("text", "x"), second.signal),
    /not needed/,
  );
  second.abort(new Error("not needed"));
  first.abort(new Error("given up"));
  await Promise.all([begun, waiting]);
  assert.equal((await reader.read("team_1", paperFile("text", "goes on"))).text, "goes on");
});

test("another team gets a process of its own", async () => {
  for (const team of ["team_1", "team_2"])
    assert.equal((await reader.read(team, paperFile("text", team))).text, team);
});

test("stopping refuses what is read and what comes later, and blames no file", async () => {
  const stopped = new PaperReader();
  const refused = async (work: Promise<unknown>) =>
    assert.rejects(work, (error) => {
      assert.ok(error instanceof ReaderKilled);
      assert.deepEqual([error.end, error.isFileAtFault], ["stop", false]);
      return true;
    });
  await stopped.read("team_1", paperFile("text", "x"));
  const all = [
    refused(stopped.read("team_1", paperFile("pdf", ENDLESS))),
    refused(stopped.read("team_1", paperFile("text", "y"))),
  ];
  await new Promise(setImmediate);
  await stopped.stop();
  await Promise.all(all);
  await refused(stopped.read("team_1", paperFile("text", "z")));
});

const onLinux = { skip: process.platform === "linux" ? false : "it looks into /proc" };

test("a process that ended while it had no work is replaced", onLinux, async () => {
  await reader.read("team_1", paperFile("text", "x"));
  const before = await childrenOf(process.pid);
  await reader.read("team_2", paperFile("text", "x"));
  const resting = (await childrenOf(process.pid)).find((pid) => !before.includes(pid)) ?? 0;
  process.kill(resting, "SIGKILL");
  await endOf(resting);
  assert.equal((await reader.read("team_2", paperFile("text", "goes on"))).text, "goes on");
});

test("a process that cannot start refuses the file, and blames it for nothing", async () => {
  const { execPath } = process;
  const unable = new PaperReader();
  try {
    process.execPath = "/nowhere/node";
    await assert.rejects(unable.read("team_1", paperFile("text", "x")), (error) => {
      assert.ok(error instanceof ReaderKilled);
      assert.deepEqual([error.end, error.isFileAtFault], ["start", false]);
      assert.match(error.message, /ENOENT/);
      return true;
    });
  } finally {
    process.execPath = execPath;
  }
  assert.equal((await unable.read("team_1", paperFile("text", "goes on"))).text, "goes on");
  await unable.stop();
});

test("a process that is busy ends when its server is killed", onLinux, async () => {
  const server = spawn(process.execPath, ["--input-type=module-typescript", "-e", LOOPING], {
    cwd: import.meta.dirname,
    stdio: ["pipe", "inherit", "inherit"],
  });
  server.stdin.end(LONG);
  let busy: number | undefined;
  while (busy === undefined || (await secondsOf(busy)) < 1) {
    await setTimeout(50);
    [busy] = await childrenOf(server.pid ?? 0);
  }
  server.kill("SIGKILL");
  await once(server, "exit");
  await endOf(busy);
});

/** Takes a minute of the processor, and little memory. */
const LONG = madePdf({
  pages: Array.from({ length: 1000 }, () => ({
    content: `${textAt(50, 800, "A page of typed letters, and enough")}/X0 Do`,
    forms: Array.from({ length: 5 }, (_, at) =>
      at === 4 ? "0 0 1 1 re f" : `/X${at + 1} Do `.repeat(10),
    ),
  })),
});

const LOOPING = `
  import { buffer } from "node:stream/consumers";
  import { paperFile } from "../../test/papers.ts";
  import { PaperReader } from "./reader-process.ts";
  await new PaperReader().read("team_1", paperFile("pdf", await buffer(process.stdin)));
`;

async function childrenOf(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return children.split(" ").filter(Boolean).map(Number);
}

/** Of the processor, in its own code. */
async function secondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[11]) / 100;
}

async function endOf(pid: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      await access(`/proc/${pid}/stat`);
    } catch {
      return;
    }
    await setTimeout(100);
  }
  process.kill(pid, "SIGKILL");
  assert.fail(`process ${pid} still runs after 10 seconds`);
}
