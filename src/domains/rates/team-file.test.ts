import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { assertSums, basesOf, book } from "../../../test/books.ts";
import { jobsWith, worked } from "../../../test/outbox.ts";
import { addTeamRate, ecbFile, forgetRates, load } from "../../../test/rates.ts";
import { WebApp } from "../../../test/web.ts";
import { zipOf } from "../../../test/zip.ts";

const STATE = "GET /api/teams/:team/rates";
const LOAD = "POST /api/teams/:team/rates/load";
const REMOVE = "DELETE /api/teams/:team/rates/file/:id";
const GET = "GET /api/teams/:team/transactions/:id";
const UNDO = "POST /api/teams/:team/activity/:id/undo";
const DAY = "2026-11-19";

onEachDatabase((world) => {
  beforeEach(() => forgetRates(world));

  const settled = () => worked(world, jobsWith(null));

  /** A team in EUR with 100.00 USD spent on a day and 100.00 USD as a balance. */
  async function opened() {
    const team = await world.team();
    const app = await WebApp.of(team);
    const account = await addAccount(team, { currency: "USD", number: null });
    const usd = { account, currency: "USD", date: DAY };
    const [id = ""] = await book(team, [
      { ...usd, minor: -10_000, given: { category_slug: "rent" } },
    ]);
    await book(team, [{ ...usd, minor: 20_000 }]);
    const baseOf = async () => (await basesOf(team)).find(([one]) => one === id)?.[1];
    const upload = async (days: Parameters<typeof ecbFile>[0]) =>
      app.upload(LOAD, { team: team.id, file_name: "rates.csv" }, ecbFile(days));
    return { team, app, id, baseOf, upload };
  }

  /** Every figure that depends on a rate, as tools and pages tell it. */
  async function figuresOf({ team, app, id }: { team: Team; app: WebApp; id: string }) {
    const of = { team: team.id };
    const range = { from: "2026-11-01", to: "2026-11-30" };
    return Promise.all([
      team.call("bank_accounts_list", {}),
      team.call("transactions_list", range),
      team.call("transactions_get", { id }),
      team.call("reports_profit_loss", range),
      team.call("reports_burn_rate", range),
      team.call("reports_revenue", range),
      team.call("reports_spending", range),
      team.call("reports_balance", {}),
      team.call("reports_runway", {}),
      app.ask(STATE, of),
      app.ask("GET /api/teams/:team/rates/on/:day", { ...of, day: DAY }),
      app.ask("GET /api/teams/:team/rates/missing", of),
      app.ask("GET /api/teams/:team/overview", of),
      app.ask("GET /api/teams/:team/reports/balance", of),
      app.ask(GET, { ...of, id }),
    ]);
  }

  test("a file that one team loads changes no figure of another team, and neither does its removal", async () => {
    const other = await opened();
    const one = await opened();
    for (const shared of [{}, { [DAY]: { USD: "1.25" } }]) {
      await load(world, { "2026-11-02": { CHF: "0.9" }, ...shared });
      await settled();
      const before = await figuresOf(other);
      await one.upload({ "2026-11-20": { USD: "4", CHF: "2" }, [DAY]: { USD: "2", AED: "4" } });
      await settled();
      assert.equal(await one.baseOf(), -5000);
      assert.deepEqual(await figuresOf(other), before);
      const { file } = await one.app.ask(STATE, { team: one.team.id });
      const theirs = { team: other.team.id, id: file?.id ?? "" };
      assert.equal((await other.app.refused(REMOVE, theirs)).status, 404);
      await one.app.ask(REMOVE, { team: one.team.id, id: file?.id ?? "" });
      await settled();
      assert.deepEqual(await figuresOf(other), before);
    }
    await assertSums(one.team);
    await assertSums(other.team);
  });

  test("a team's own rate by hand comes first, then its file, then the operator's, and the sources are told", async () => {
    const { team, app, id, baseOf, upload } = await opened();
    const told = async () => {
      const { exchange } = await app.ask(GET, { team: team.id, id });
      return exchange?.rates.map(({ rate, source }) => [rate, source]);
    };
    await load(world, { [DAY]: { USD: "1.25" } });
    await settled();
    assert.deepEqual([await baseOf(), await told()], [-8000, [["1.25", "ecb"]]]);
    await upload({ [DAY]: { USD: "2" } });
    assert.equal((await app.ask(STATE, { team: team.id })).is_settling, true);
    await settled();
    assert.deepEqual([await baseOf(), await told()], [-5000, [["2", "file"]]]);
    await addTeamRate(team, { currency: "USD", day: DAY, rate: "4" });
    assert.deepEqual([await baseOf(), await told()], [-2500, [["4", "own"]]]);
    await upload({ [DAY]: { USD: "1" } });
    await load(world, { [DAY]: { USD: "1.6" } });
    await settled();
    assert.deepEqual([await baseOf(), await told()], [-2500, [["4", "own"]]]);
    await assertSums(team);
  });

  test("loading again takes the place of the same currencies and days; removing gives the operator's back", async () => {
    const { team, app, baseOf, upload } = await opened();
    const of = { team: team.id };
    assert.deepEqual(await upload({ [DAY]: { USD: "2" }, "2026-11-18": { USD: "2" } }), {
      added: 2,
      replaced: 0,
      newest_day: DAY,
    });
    world.pass(1000);
    const again = ecbFile({ [DAY]: { USD: "4", JPY: "180" }, "2026-11-18": { USD: "2" } });
    const zip = zipOf({ "eurofxref-hist.csv": again });
    const given = { ...of, file_name: "eurofxref-hist.zip" };
    const answer = { added: 1, replaced: 1, newest_day: DAY };
    assert.deepEqual(await app.upload(LOAD, given, zip), answer);
    await settled();
    assert.equal(await baseOf(), -2500);
    const { file, currencies, newest_day, own } = await app.ask(STATE, of);
    assert.partialDeepStrictEqual(file, {
      name: "eurofxref-hist.zip",
      count: 3,
      from: "2026-11-18",
      to: DAY,
    });
    assert.deepEqual(currencies, [
      { currency: "JPY", from: DAY, to: DAY },
      { currency: "USD", from: "2026-11-18", to: DAY },
    ]);
    assert.deepEqual([newest_day, own], [DAY, []]);
    const same = await app.upload(LOAD, given, zip);
    assert.deepEqual(same, { ...answer, added: 0, replaced: 0 });
    world.pass(1000);
    await load(world, { [DAY]: { USD: "1.25" } });
    await app.ask(REMOVE, { ...of, id: file?.id ?? "" });
    await settled();
    assert.equal(await baseOf(), -8000);
    assert.equal((await app.ask(STATE, of)).file, null);
    const [event, second, ...more] = await team.journalOf(LOAD);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [event, second].map((event) => event?.changes.length),
      [1, 1],
    );
    const undo = await app.refused(UNDO, { ...of, id: event?.id ?? "" });
    assert.equal(undo.code, "not_undoable");
    await assertSums(team);
  });

  test("more rates than a chunk has are removed together", async () => {
    const { team, app, upload } = await opened();
    const currencies = Array.from({ length: 150 }, (_, index) =>
      [0, 1, 2].map((place) => String.fromCodePoint(65 + (Math.floor(index / 10 ** place) % 10))),
    );
    const rates = Object.fromEntries(currencies.map((letters) => [letters.join(""), "2"]));
    const days = ["2026-11-16", "2026-11-17", "2026-11-18", DAY];
    const { added } = await upload(Object.fromEntries(days.map((day) => [day, rates])));
    assert.equal(added, 600);
    const { file } = await app.ask(STATE, { team: team.id });
    assert.equal(file?.count, 600);
    await app.ask(REMOVE, { team: team.id, id: file?.id ?? "" });
    assert.deepEqual((await team.state())["file_rates"], []);
  });

  test("loading and removing is refused to members, and loading a later day than today, or no file of rates", async () => {
    const { team, app, upload } = await opened();
    const member = await WebApp.of(await team.member("member"));
    await upload({ [DAY]: { USD: "2" } });
    const { file } = await app.ask(STATE, { team: team.id });
    assert.equal((await member.refused(REMOVE, { team: team.id, id: file?.id })).status, 403);
    const given = { team: team.id, file_name: "rates.csv" };
    const good = ecbFile({ "2026-11-20": { USD: "1.16" } });
    assert.equal((await member.refused(LOAD, { ...given, file: good })).status, 403);
    const later = ecbFile({ "2026-11-23": { USD: "1.16" } });
    for (const wrong of [later, "Name,E-mail\n", zipOf({ a: "b" })])
      assert.equal((await app.refused(LOAD, { ...given, file: wrong })).code, "invalid_argument");
    assert.deepEqual((await app.ask(STATE, { team: team.id })).file, file);
  });

  test("a balance of today has the newest rate of any source, where the operator's are old", async () => {
    const { team, app } = await opened();
    const baseBalance = async () =>
      (await team.call("bank_accounts_list", {})).items[0].base_balance;
    await load(world, { "2026-10-01": { USD: "1", JPY: "180" } });
    assert.equal(await baseBalance(), 100);
    await addTeamRate(team, { currency: "USD", day: "2026-11-02", rate: "2" });
    // A newer rate of another currency hides none.
    await addTeamRate(team, { currency: "AED", day: "2026-11-13", rate: "4" });
    assert.equal(await baseBalance(), 50);
    const { accounts, cash } = await app.ask("GET /api/teams/:team/reports/balance", {
      team: team.id,
    });
    assert.deepEqual([cash, accounts[0]?.rate_date], [50, "2026-11-02"]);
    const file = ecbFile({ "2026-11-12": { USD: "4" } });
    await app.upload(LOAD, { team: team.id, file_name: "rates.csv" }, file);
    assert.equal(await baseBalance(), 25);
  });

  test("of transactions that are written while a file is loaded and removed, none keeps an older rate", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const account = await addAccount(team, { currency: "USD", number: null });
    const usd = { account, currency: "USD", date: DAY };
    await load(world, { [DAY]: { USD: "2" } });
    const given = { team: team.id, file_name: "rates.csv" };
    for (const rate of ["4", "5"]) {
      await Promise.all([
        ...Array.from({ length: 6 }, () => book(team, [{ ...usd, minor: 1000 }])),
        app.upload(LOAD, given, ecbFile({ [DAY]: { USD: rate } })),
        settled(),
      ]);
      await settled();
      const bases = (await basesOf(team)).map(([, base]) => base);
      assert.deepEqual([...new Set(bases)], [1000 / Number(rate)]);
    }
    await assertSums(team);
  });
});
