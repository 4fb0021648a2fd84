import assert from "node:assert/strict";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { onAnyDatabase } from "../../test/app.ts";
import { addAccount } from "../../test/bank-accounts.ts";
import { addTeamFile, ecbFile, forgetRates, load } from "../../test/rates.ts";
import { zipOf } from "../../test/zip.ts";

onAnyDatabase((world) => {
  const admin = new Admin(world);
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ledgerport-rates-"));
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => forgetRates(world));

  async function fileOf(content: string | Uint8Array): Promise<string> {
    const file = join(folder, "rates");
    await writeFile(file, content);
    return file;
  }

  const stored = () =>
    world.database.reader
      .selectFrom("exchange_rates")
      .select(["day", "rate"])
      .orderBy("day")
      .execute();

  test("rates:load adds rates and corrects those that are there", async () => {
    const csv = ecbFile({ "2026-11-19": { USD: "1.15" }, "2026-11-18": { USD: "1.14" } });
    const first = await admin.done(`rates:load ${await fileOf(csv)}`);
    assert.deepEqual(first, { added: 2, corrected: 0, removed: 0, newestDay: "2026-11-19" });
    const next = ecbFile({ "2026-11-20": { USD: "1.16" }, "2026-11-19": { USD: "1.20" } });
    const file = await fileOf(zipOf({ "eurofxref-hist.csv": next }));
    const answer = { added: 1, corrected: 1, removed: 0, newestDay: "2026-11-20" };
    assert.deepEqual(await admin.done(`rates:load ${file}`), answer);
    assert.deepEqual(await stored(), [
      { day: "2026-11-18", rate: "1.14" },
      { day: "2026-11-19", rate: "1.20" },
      { day: "2026-11-20", rate: "1.16" },
    ]);
    assert.deepEqual(await admin.done(`rates:load ${file}`), { ...answer, added: 0, corrected: 0 });
  });

  test("rates:load refuses a file that is not there, too large, or no file of rates", async () => {
    const missing = await admin.refused(`rates:load ${join(folder, "nowhere")}`);
    assert.match(missing.message, /cannot be read \(ENOENT\)$/);
    assert.equal((await admin.refused(`rates:load ${await fileOf("a,b\n")}`)).path, "file");
    const later = ecbFile({ "2026-11-23": { USD: "1.16" } });
    assert.match((await admin.refused(`rates:load ${await fileOf(later)}`)).message, /2026-11-23/);
    const large = await fileOf("Date,USD\n");
    await truncate(large, 8 * 2 ** 20 + 1);
    assert.match((await admin.refused(`rates:load ${large}`)).message, /larger than 8 MiB$/);
    assert.deepEqual(await stored(), []);
  });

  test("doctor tells of rates that a team may have loaded for all, until rates:load has proved or removed them", async () => {
    const found = async () => {
      const { stdout } = await admin.run("doctor --json", {
        open: async () => ({ ...world.database, close: async () => {} }),
        fetch: async () => new Response("{}"),
      });
      return JSON.parse(stdout.join()).checks.find(({ name }: any) => name === "rate-sources");
    };
    const ofEarlierVersions = [
      { day: "2026-11-18", currency: "USD", rate: "1.14" },
      { day: "2026-11-19", currency: "USD", rate: "99" },
      { day: "2026-11-19", currency: "AED", rate: "0.01" },
    ].map((rate) => ({ ...rate, is_proven: false }));
    await world.database.begin((db) =>
      db.insertInto("exchange_rates").values(ofEarlierVersions).execute(),
    );
    const { problem, fix } = await found();
    assert.match(
      problem,
      /^3 exchange rates of all teams may have been loaded by owners or admins/,
    );
    assert.match(fix, /eurofxref-hist\.zip .* once with rates:load/);
    const file = await fileOf(
      ecbFile({ "2026-11-19": { USD: "1.15" }, "2026-11-18": { USD: "1.14" } }),
    );
    assert.deepEqual(await admin.done(`rates:load ${file}`), {
      added: 0,
      corrected: 1,
      removed: 0,
      newestDay: "2026-11-19",
    });
    assert.match((await found()).problem, /^1 exchange rate of all teams/);
    const answer = await admin.done(`rates:load ${file} --remove-others`);
    assert.partialDeepStrictEqual(answer, { corrected: 0, removed: 1 });
    assert.equal((await found()).problem, null);
    assert.deepEqual(await stored(), [
      { day: "2026-11-18", rate: "1.14" },
      { day: "2026-11-19", rate: "1.15" },
    ]);
  });

  test("doctor says when accounts need rates that are missing or old, or that were not fetched", async () => {
    await world.database.begin((db) => db.deleteFrom("bank_accounts").execute());
    const found = async () => {
      const open = async () => ({ ...world.database, close: async () => {} });
      const { stdout } = await admin.run("doctor --json", {
        open,
        fetch: async () => new Response("{}"),
      });
      return JSON.parse(stdout.join()).checks.find(({ name }: any) => name === "rates");
    };
    assert.equal((await found()).problem, null);
    const team = await world.team();
    await addAccount(team, { currency: "USD" });
    assert.match((await found()).problem, /^There are no exchange rates, and 1 bank account /);
    await load(world, { "2026-11-16": { USD: "1.16" } });
    assert.equal((await found()).problem, null);
    world.pass(3 * 24 * 60 * 60_000);
    assert.match(
      (await found()).problem,
      /^The newest rates are of 2026-11-16, and 1 bank account/,
    );
    await load(world, { "2026-11-20": { USD: "1.16" } });
    await world.database.begin((db) =>
      db
        .updateTable("rate_sources")
        .set({ failure: "It was late.", tried_at: world.now })
        .execute(),
    );
    assert.match((await found()).problem, /not fetched at .*: It was late\.$/);
    await addTeamFile(team, { "2026-11-20": { USD: "1.16" } });
    assert.equal((await found()).problem, null);
    world.pass(-3 * 24 * 60 * 60_000);
  });
});
