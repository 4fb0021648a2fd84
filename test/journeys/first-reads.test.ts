import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { PAGES } from "../../src/shared/pages.ts";
import { SETTINGS } from "../../src/shared/settings-pages.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
/** Addresses that were asked for, as text: it is outside our types. */
const ASKED = `performance.getEntriesByType("resource").map(({ name }) => name)`;

const FIRST_READS = [...PAGES, ...SETTINGS.flatMap(({ pages }) => pages)].map((page) => ({
  to: page.to,
  firstReads: ("reads" in page ? page.reads : undefined) ?? [],
}));

describe("what a page reads first", { skip }, () => {
  let acme: Acme;

  before(async () => {
    acme = await Acme.open("/");
  });

  after(async () => {
    await acme?.close();
  });

  for (const { to, firstReads } of FIRST_READS)
    if (firstReads.length > 0)
      test(`the browser asks for it beside the scripts, and once: ${to}`, async () => {
        const { page: tab } = acme.olga;
        const reads = firstReads.map(
          (read) => `${acme.served.origin}/api/teams/${acme.team.id}/${read}`,
        );
        const answered = reads.map(async (url) => tab.waitForResponse(url));
        await tab.goto(acme.served.origin + to);
        await Promise.all(answered);
        await tab.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
        const asked: unknown = await tab.evaluate(ASKED);
        assert.ok(Array.isArray(asked));
        // A read that the page asks for with other parameters is listed twice.
        for (const url of reads)
          assert.deepEqual(
            asked.filter((one) => String(one).replace(/\?.*/, "") === url.replace(/\?.*/, "")),
            [url],
          );
      });
});
