import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { WebApp } from "../../../test/web.ts";

const CHANGE = "PATCH /api/teams/:team";

onEachDatabase((world) => {
  test("the team is told with its currency, country, year, time zone and day there", async () => {
    world.at("2026-11-21T23:30:00Z");
    const team = await world.team();
    assert.deepEqual(await team.call("team_get"), {
      id: team.id,
      name: "Test team",
      base_currency: "EUR",
      country: null,
      country_code: null,
      fiscal_year_start: "01-01",
      time_zone: "UTC",
      today: "2026-11-21",
      logo_url: null,
      members_count: 1,
      inbox_address: null,
    });
    await team.member("member");
    const app = await WebApp.of(team);
    const settings = { countryCode: "jp", fiscalYearStart: "04-01", timeZone: "Asia/Tokyo" };
    const { team: changed } = await app.ask(CHANGE, { team: team.id, ...settings });
    assert.partialDeepStrictEqual(changed, { ...settings, countryCode: "JP" });
    assert.partialDeepStrictEqual(await team.call("team_get"), {
      country: "Japan",
      country_code: "JP",
      fiscal_year_start: "04-01",
      time_zone: "Asia/Tokyo",
      today: "2026-11-22",
      members_count: 2,
    });
    const { team: cleared } = await app.ask(CHANGE, { team: team.id, countryCode: null });
    assert.deepEqual([cleared.countryCode, cleared.timeZone], [null, "Asia/Tokyo"]);
  });

  test("a new team has its founder's time zone", async () => {
    const team = await world.team();
    await team.setTimeZone("America/Lima");
    const app = await WebApp.of(team);
    const made = await app.ask("POST /api/teams", { name: "Second", baseCurrency: "USD" });
    assert.equal(made.team.timeZone, "America/Lima");
  });

  test("a day that begins no month, and unknown countries and zones, are refused", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    for (const wrong of [
      { fiscalYearStart: "04-02" },
      { fiscalYearStart: "13-01" },
      { fiscalYearStart: "4-1" },
      { countryCode: "XX" },
      { timeZone: "Mars" },
    ]) {
      const refused = await app.refused(CHANGE, { team: team.id, ...wrong });
      assert.deepEqual([refused.status, refused.at], [422, [`/${Object.keys(wrong)[0]}`]]);
    }
  });
});
