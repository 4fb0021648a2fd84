import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { CHROMIUM } from "./chromium.ts";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What runs in the page, as text: it is not ours to type. */
const TELL_OFFENCES = `document.addEventListener("securitypolicyviolation", (event) =>
  console.error("Content Security Policy: " + event.violatedDirective + " " + event.blockedURI))`;
const RUNS_OFF_BY = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
/** Where pictures of every page go, to be looked at. */
const PICTURES = process.env["JOURNEY_PICTURES"];

export type Visit = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What no page may do: break its own content policy, throw, or fetch from another host. */
  readonly offences: readonly string[];
  readonly close: () => Promise<void>;
};

/** Opens a headless Chromium that notes every offence of the pages it sees. */
export async function visit(origin: string): Promise<Visit> {
  const browser = await chromium.launch({
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    args: ["--no-sandbox"],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(10_000);
  const offences: string[] = [];
  await context.addInitScript(TELL_OFFENCES);
  context.on("console", (message) => {
    if (/content security policy/i.test(message.text())) offences.push(message.text());
  });
  context.on("weberror", (error) => offences.push(String(error.error())));
  context.on("request", (request) => {
    const isPart = request.resourceType() !== "document";
    if (isPart && !request.url().startsWith(`${origin}/`)) offences.push(request.url());
  });
  return { context, page: await context.newPage(), offences, close: () => browser.close() };
}

/** Looks at the page as it stands, in both themes and wide and narrow: axe finds nothing, and nothing runs off the side. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: width === 360 ? 640 : 800 });
      const where = `${name}, ${colorScheme}, ${width} px`;
      await page.evaluate(AXE);
      const { violations, ran } = await page.evaluate(async (runOnly) => {
        // It is of WCAG 2.2, and yet axe runs it only when it is named.
        const rules = { "target-size": { enabled: true } };
        const found = await Object(globalThis).axe.run({ runOnly, rules });
        return {
          violations: found.violations.map(({ id, nodes }: any) => `${id}: ${nodes[0]?.html}`),
          // On a page where nothing is pressed it ran as well.
          ran: [
            ...found.passes,
            ...found.violations,
            ...found.incomplete,
            ...found.inapplicable,
          ].map(({ id }: any) => id),
        };
      }, RULES);
      assert.deepEqual(violations, [], where);
      assert.ok(ran.includes("target-size"), `${where}: nobody measured what is pressed`);
      const over = Number(await page.evaluate(RUNS_OFF_BY));
      assert.ok(over <= 0, `${where}: ${over} px run off the side`);
      if (PICTURES !== undefined)
        await page.screenshot({
          path: join(PICTURES, `${name}-${colorScheme}-${width}.png`),
          fullPage: true,
        });
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.setViewportSize({ width: 1280, height: 800 });
}
