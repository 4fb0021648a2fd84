import assert from "node:assert/strict";
import { after, before, beforeEach, mock, test } from "node:test";
import { onEachDatabase } from "../../test/app.ts";
import { Internet } from "../../test/internet.ts";
import { until } from "../../test/mcp.ts";
import { linesOfLog, sourcesOf } from "../../test/outbox.ts";
import { ecbFile, forgetRates } from "../../test/rates.ts";
import { startRates } from "./fetch-rates.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const internet = new Internet();
before(() => internet.open());
after(() => internet.close());
before(() => mock.timers.enable({ apis: ["setTimeout", "setInterval"] }));
after(() => mock.timers.reset());

onEachDatabase((world) => {
  beforeEach(async () => {
    await forgetRates(world);
    internet.requests.length = 0;
    internet.isCertified = true;
  });

  /** A server that looks every five minutes. */
  function started() {
    const { log, lines } = linesOfLog();
    const parts = { ...sourcesOf(world), outside: internet.outside };
    const stop = startRates(parts, new URL("https://app.example/eurofxref.zip"), log);
    mock.timers.tick(MINUTE_MS);
    return { lines, stop };
  }

  function serve(days: Parameters<typeof ecbFile>[0]): void {
    internet.answer = (_, response) => response.end(ecbFile(days));
  }

  const source = () =>
    world.database.reader.selectFrom("rate_sources").selectAll().executeTakeFirstOrThrow();
  const said = (lines: readonly any[]) => lines.map(({ level, reason }) => [level, reason]);

  test("rates are fetched after the start, and then once a day after half past four in Frankfurt", async () => {
    world.at("2026-11-19T09:00:00.000Z");
    serve({ "2026-11-18": { USD: "1.14" } });
    const { lines, stop } = started();
    await until(() => lines.length === 1);
    assert.deepEqual(said(lines), [[30, undefined]]);
    assert.partialDeepStrictEqual(await source(), { newest_day: "2026-11-18", failure: null });
    world.at("2026-11-19T15:29:59.000Z");
    mock.timers.tick(5 * MINUTE_MS);
    serve({ "2026-11-19": { USD: "1.15" }, "2026-11-18": { USD: "1.13" } });
    world.at("2026-11-19T15:30:00.000Z");
    mock.timers.tick(5 * MINUTE_MS);
    await until(() => lines.length === 2);
    assert.equal(internet.requests.length, 2);
    assert.equal(internet.requests[1]?.url, "/eurofxref.zip");
    const stored = world.database.reader.selectFrom("exchange_rates").selectAll().orderBy("day");
    assert.deepEqual(await stored.execute(), [
      { currency: "USD", day: "2026-11-18", rate: "1.13", is_proven: true },
      { currency: "USD", day: "2026-11-19", rate: "1.15", is_proven: true },
    ]);
    await stop();
    mock.timers.tick(48 * HOUR_MS);
    assert.equal(internet.requests.length, 2);
  });

  test("a failure is logged and kept, and it is tried again in an hour", async () => {
    world.at("2026-11-20T16:00:00.000Z");
    for (const [answer, reason] of [
      [404, /^app\.example answered with status 404 instead of 200\.$/],
      ["<html>Maintenance</html>", /“Date”/],
    ] as const) {
      await forgetRates(world);
      internet.requests.length = 0;
      internet.answer = (_, response) =>
        typeof answer === "number"
          ? response.writeHead(answer).end()
          : response.setHeader("content-type", "text/html").end(answer);
      const { lines, stop } = started();
      await until(() => lines.length === 1);
      assert.equal(lines[0]?.level, 40);
      assert.match(lines[0]?.reason, reason);
      assert.match((await source()).failure ?? "", reason);
      world.pass(59 * MINUTE_MS);
      mock.timers.tick(5 * MINUTE_MS);
      serve({ "2026-11-20": { USD: "1.16" } });
      world.pass(MINUTE_MS);
      mock.timers.tick(5 * MINUTE_MS);
      await until(() => lines.length === 2);
      assert.equal(internet.requests.length, 2);
      assert.partialDeepStrictEqual(await source(), { newest_day: "2026-11-20", failure: null });
      await stop();
    }
  });

  test("of two processes one fetches, and a host that nobody has certified is not believed", async () => {
    world.at("2026-11-20T16:00:00.000Z");
    serve({ "2026-11-20": { USD: "1.16" } });
    internet.isCertified = false;
    const [one, other] = [started(), started()];
    const lines = () => [...one.lines, ...other.lines];
    await until(() => lines().length === 1);
    await Promise.all([one.stop(), other.stop()]);
    assert.equal(lines().length, 1);
    assert.match(lines()[0]?.reason, /could not be reached/);
    assert.equal(internet.requests.length, 0);
    assert.equal((await source()).newest_day, null);
  });
});
