import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { Admin } from "../../test/admin.ts";
import { INBOX_DOMAIN, onAnyDatabase } from "../../test/app.ts";
import { type BrokenProxy, openBrokenProxy } from "../../test/broken-proxy.ts";
import { selfSigned } from "../../test/certificate.ts";
import { FAULTS } from "../../test/faults.ts";
import { openMailDoor } from "../../test/mail-door.ts";
import { type ServedWorld, serveWorld } from "../../test/served-world.ts";
import { freePort } from "../../test/server.ts";
import { addEntry, addProject } from "../../test/tracker.ts";
import { connect } from "../db/connect.ts";
import { memoryRateLimit } from "../http/rate-limit.ts";
import { CHECKS } from "./doctor/checks.ts";

type Found = { name: string; ok: boolean; problem: string | null; fix: string | null };
type Report = { code: number; ok: boolean; checks: Found[]; text: string };

onAnyDatabase((world) => {
  const admin = new Admin(world);
  let proxy: BrokenProxy;
  let server: ServedWorld;

  before(async () => {
    proxy = await openBrokenProxy();
    server = await serveWorld(world, { baseUrl: proxy.origin });
    proxy.standBefore(server.origin);
  });
  after(async () => {
    await proxy.close();
    await server.close();
  });

  test("finds nothing wrong with a server that is well, before and after its set-up, and leaves nothing behind", async () => {
    await noneWrong();
    await world.team();
    const before = await admin.everything();
    await noneWrong();
    assert.deepEqual(await admin.everything(), before);
  });

  for (const [name, problem, fault] of FAULTS) {
    test(`${name} is named, and nothing else: ${problem.source}`, async () => {
      proxy.standBefore(server.origin, fault);
      const report = await examine();
      proxy.standBefore(server.origin);
      const wrong = report.checks.filter(({ problem }) => problem !== null);
      assert.deepEqual(
        wrong.map(({ name }) => name),
        [name],
        JSON.stringify(wrong, null, 2),
      );
      assert.match(wrong[0]?.problem ?? "", problem);
      assert.ok(wrong[0]?.fix?.endsWith("."));
      const isWarning = wrong[0]?.ok;
      assert.deepEqual([report.code, report.ok], isWarning === true ? [0, true] : [1, false]);
      assert.ok(report.text.includes(`\n    ${wrong[0]?.fix}\n`));
      assert.ok(report.text.includes(`${isWarning === true ? "!" : "✗"} ${name}: `), report.text);
    });
  }

  test("a server that calls itself by another address is told to set BASE_URL", async () => {
    for (const baseUrl of [proxy.origin.replace("http:", "https:"), "http://localhost:3000"]) {
      const other = await serveWorld(world, { baseUrl });
      proxy.standBefore(other.origin);
      const [issuer, ...more] = failed(await examine());
      proxy.standBefore(server.origin);
      await other.close();
      assert.deepEqual([issuer?.name, more], ["issuer", []]);
      assert.ok(issuer?.problem?.includes(baseUrl), issuer?.problem ?? "");
      assert.ok(issuer?.fix?.startsWith(`Set BASE_URL=${proxy.origin} `));
    }
  });

  test("whoever has registered too often has reached the endpoint all the same", async () => {
    const registrations = memoryRateLimit({ limit: 1, seconds: 3600 });
    const other = await serveWorld(world, { baseUrl: proxy.origin, registrations });
    proxy.standBefore(other.origin);
    await noneWrong();
    await noneWrong();
    proxy.standBefore(server.origin);
    await other.close();
  });

  test("a server that does not answer is told apart by why, and nothing else is asked of it", async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const tls = await openBrokenProxy(selfSigned(["books.example"]));
    for (const [url, problem] of [
      [nobody, /^Nothing listens at 127\.0\.0\.1:\d+\.$/],
      ["https://nowhere.invalid", /^DNS does not know the name nowhere\.invalid\.$/],
      [tls.origin, /^The TLS certificate of 127\.0\.0\.1 is not accepted: /],
      [proxy.origin.replace("http:", "https:"), /does not speak TLS\.$/],
      [tls.origin.replace("https:", "http:"), /breaks the connection off/],
    ] as const) {
      const report = await examine({ url });
      const wrong = failed(report);
      assert.deepEqual(
        wrong.map(({ name }) => name),
        ["reachable"],
      );
      assert.match(wrong[0]?.problem ?? "", problem);
      assert.ok(!report.checks.some(({ name }) => name === "metadata"));
    }
    await tls.close();
  });

  test("a server that is silent is not waited for", async () => {
    const fetch = () => Promise.reject(new DOMException("The operation timed out", "TimeoutError"));
    const [reachable] = failed(await examine({ fetch }));
    assert.match(reachable?.problem ?? "", /does not answer for \/healthz within 10 seconds/);
  });

  test("plain http to another machine is warned of", async () => {
    const fetch = (url: string, init: RequestInit) =>
      globalThis.fetch(url.replace("http://books.example", server.origin), init);
    const { checks } = await examine({ url: "http://books.example", fetch });
    const encryption = checks.find(({ name }) => name === "encryption");
    assert.equal(encryption?.ok, true);
    assert.match(encryption?.problem ?? "", /travel in clear to books\.example/);
  });

  test("the database of the settings is looked at when the server is theirs", async (t) => {
    const inboxFolder = await mkdtemp(join(tmpdir(), "ledgerport-doctor-"));
    t.after(() => rm(inboxFolder, { recursive: true }));
    const door = await openMailDoor(world);
    const mailIn = { host: "127.0.0.1", port: door.port, domain: INBOX_DOMAIN };
    const { checks } = await examine({ baseUrl: proxy.origin, inboxFolder, mailIn });
    await door.stop();
    assert.deepEqual(
      checks.map(({ name }) => name),
      CHECKS.map(({ name }) => name),
    );
    const open = () =>
      connect("sqlite:/nowhere/at/all.db", { onIdleError: fail, state: "as it is" });
    const [database, ...more] = failed(await examine({ baseUrl: proxy.origin, open }));
    assert.deepEqual([database?.name, more], ["database", []]);
    assert.match(database?.problem ?? "", /There is no database at \/nowhere\/at\/all\.db/);
  });

  test("mails that nothing takes, or something else, are told where the settings say that they are taken", async () => {
    const door = await openMailDoor(world);
    const mailIn = { host: "0.0.0.0", port: door.port, domain: "other.example" };
    const [other, ...more] = failed(await examine({ baseUrl: proxy.origin, mailIn }));
    assert.deepEqual([other?.name, more], ["mail-in", []]);
    assert.match(
      other?.problem ?? "",
      /^What answers at port \d+ of 127\.0\.0\.1 does not take mails for other\.example: it says "220 receipts\.example ESMTP"\.$/,
    );
    await door.stop();
    const [nothing] = failed(await examine({ baseUrl: proxy.origin, mailIn }));
    assert.match(nothing?.problem ?? "", /^Nothing takes mails at port \d+ of 127\.0\.0\.1, /);
    assert.deepEqual(failed(await examine({ mailIn })), [], "a server elsewhere");
  });

  test("background jobs that failed for good are warned of, by name, and others are not", async () => {
    const team = await world.team();
    const row = {
      team_id: team.id,
      job: "invitation_mail",
      run_at: world.now,
      attempts: 1,
      again: false,
    } as const;
    for (const ended of [
      { dead_at: world.now },
      { dead_at: world.now },
      { done_at: world.now },
      {},
    ])
      await world.database.begin((db) =>
        db
          .insertInto("outbox")
          .values({ ...row, id: randomUUID(), subject_id: randomUUID(), ...ended })
          .execute(),
      );
    const report = await examine({ baseUrl: proxy.origin });
    const jobs = report.checks.find(({ name }) => name === "jobs");
    assert.deepEqual([report.code, jobs?.ok], [0, true]);
    assert.equal(
      jobs?.problem,
      `Background jobs failed for good: 2 × invitation_mail, last ${world.now}.`,
    );
    await world.database.begin((db) => db.deleteFrom("outbox").execute());
  });

  test("a long log of SQLite that a reader holds is warned of", async (t) => {
    if (world.dialect === "postgres") return;
    const reader = new DatabaseSync(world.url.slice("sqlite:".length));
    reader.exec("begin; select count(*) from teams");
    t.after(() => reader.close());
    await world.database.begin(async (db) => {
      await sql`create table large (page blob)`.execute(db);
      for (let count = 0; count < 20; count += 1)
        await sql`insert into large values (zeroblob(8000000))`.execute(db);
      await sql`drop table large`.execute(db);
    });
    const { code, checks, text } = await examine({ baseUrl: proxy.origin });
    const log = checks.find(({ name }) => name === "log");
    assert.deepEqual([code, log?.ok], [0, true]);
    assert.match(
      log?.problem ?? "",
      /^The write-ahead log of SQLite has \d{3} MiB, because a program has/,
    );
    assert.match(text, /! log: .*\n {4}End that program/);
  });

  test("a kept total that is not the sum of its entries is found, with both values", async () => {
    const team = await world.team();
    const project_id = await addProject(team);
    await addEntry(team, { project_id, duration: 3600 });
    const set = async (seconds: number) =>
      world.database.begin((db) => db.updateTable("tracker_totals").set({ seconds }).execute());
    await set(3599);
    const report = await examine({ baseUrl: proxy.origin });
    const [totals, ...more] = failed(report);
    assert.deepEqual([report.code, totals?.name, more], [1, "totals", []]);
    assert.equal(
      totals?.problem,
      `A kept total of tracked time is wrong: in team ${team.id} user ${team.userId} has 3600 seconds on project ${project_id}, and 3599 are kept. There may be more.`,
    );
    await set(3600);
    await noneWrong();
  });

  test("what is no address is misspelt, not examined", async () => {
    for (const url of ["books.example", "https://books.example/mcp", "ftp://books.example"]) {
      const error = await admin.refused(`doctor --url ${url}`);
      assert.equal(error.path, "url");
    }
  });

  async function noneWrong(): Promise<void> {
    const report = await examine();
    assert.deepEqual(failed(report), []);
    assert.deepEqual([report.code, report.ok], [0, true]);
    assert.ok(report.text.endsWith("\n\nNo problems found."), report.text);
  }

  /** Runs the doctor against the proxy, as from another machine with a correct clock. */
  async function examine({
    url = proxy.origin,
    fetch = globalThis.fetch,
    ...given
  }: Given = {}): Promise<Report> {
    const options = { fetch, clock: Date.now, ...given };
    const { code, stdout } = await admin.run(`doctor --url ${url} --json`, options);
    const { stdout: lines } = await admin.run(`doctor --url ${url}`, options);
    return { code, ...JSON.parse(stdout.join()), text: lines.join("\n") };
  }
});

type Given = { url?: string } & Pick<
  NonNullable<Parameters<Admin["run"]>[1]>,
  "baseUrl" | "fetch" | "inboxFolder" | "mailIn" | "open"
>;

function failed({ checks }: Report): Found[] {
  return checks.filter(({ ok }) => !ok);
}

function fail(error: Error): void {
  throw error;
}
