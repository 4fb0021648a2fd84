import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { resource } from "../../../test/content.ts";
import { GENERATIONS } from "../../../test/mcp.ts";

const URI = "ledgerport://team";

onAnyDatabase((world) => {
  for (const [generation, send] of Object.entries(GENERATIONS)) {
    test(`the team says who is in it, who asks, what day it is there, and what is open, ${generation}`, async () => {
      world.at("2026-11-21T23:30:00Z");
      const team = await world.team();
      await team.setTimeZone("Asia/Tokyo");
      const mia = await team.member("member");
      const data = await resource(team, URI, send);
      assert.deepEqual(data, {
        as_of: "2026-11-22T08:30:00+09:00",
        time_zone: "Asia/Tokyo",
        read_by: "Olga Owner",
        team: { name: "Test team", base_currency: "EUR" },
        you: {
          id: team.userId,
          name: "Olga Owner",
          role: "owner",
          time_zone: "Asia/Tokyo",
          today: "2026-11-22",
        },
        people: [
          { id: mia.userId, name: "Mia Member", role: "member", time_zone: "UTC" },
          { id: team.userId, name: "Olga Owner", role: "owner", time_zone: "Asia/Tokyo" },
        ],
        tools: {
          reading: true,
          writing: true,
          deleting: false,
          deleting_needs:
            "the team has not enabled destructive AI tools; an owner or admin of the team can enable them",
        },
      });
      assert.deepEqual((await resource(mia, URI, send)).tools, {
        reading: true,
        writing: false,
        deleting: false,
        deleting_needs: [
          "the credential does not hold apis.all",
          "and members' credentials do not get apis.all in this team",
          "and the team has not enabled destructive AI tools; use a credential that does",
          "and an owner or admin of the team can do it, or allow members full access",
          "and an owner or admin of the team can enable them",
        ].join(", "),
      });
      await team.set({ destructive_ai_tools: true });
      assert.deepEqual((await resource(team, URI, send)).tools, {
        reading: true,
        writing: true,
        deleting: true,
      });
    });
  }

  test("no e-mail address of anybody is shown, and of a large team a hundred people", async () => {
    const team = await world.team();
    for (let made = 0; made < 100; made += 1) await team.member("member");
    const data = await resource(team, URI);
    assert.equal(data.people.length, 100);
    assert.deepEqual(data.notices, ["The team has more people than these 100."]);
    assert.doesNotMatch(JSON.stringify(data), /@/);
  });
});
