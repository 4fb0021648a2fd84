import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { CHROMIUM } from "./chromium.ts";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Script for the page, as text: it is outside our types. */
const TELL_OFFENCES = `document.addEventListener("securitypolicyviolation", (event) =>
  console.error("Content Security Policy: " + event.violatedDirective + " " + event.blockedURI))`;
const RUNS_OFF_BY = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
/** Folder for screenshots of every page. */
const PICTURES = process.env["JOURNEY_PICTURES"];

export type Visit = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Violations of the content policy, exceptions, and requests to other hosts. */
  readonly offences: readonly string[];
  readonly close: () => Promise<void>;
};

/** Connects to the Chromium that the files of a run share, each in its own contexts; outside a run it starts one. */
function openChromium(): Promise<Browser> {
  const endpoint = process.env["CHROMIUM_ENDPOINT"];
  if (endpoint !== undefined) return chromium.connect(endpoint);
  const found = CHROMIUM === undefined ? {} : { executablePath: CHROMIUM };
  return chromium.launch({ ...found, args: ["--no-sandbox"] });
}

/** Opens a headless Chromium that records every offence of its pages. */
export async function visit(origin: string): Promise<Visit> {
  const browser = await openChromium();
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

/** Each theme and each width once: axe judges colours by the theme, sizes by the width. */
const SEEN_BY_AXE = new Set(["light 1280", "dark 360"]);

/** Inspects the page in both themes, wide and narrow: axe finds nothing, and nothing overflows. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: width === 360 ? 640 : 800 });
      const where = `${name}, ${colorScheme}, ${width} px`;
      if (SEEN_BY_AXE.has(`${colorScheme} ${width}`)) await assertAccessible(page, where);
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

async function assertAccessible(page: Page, where: string): Promise<void> {
  // A menu or dialog that closes fades for a moment, outside of its landmark.
  await page.locator("[data-ending-style]").first().waitFor({ state: "detached" });
  // To send and compile it takes as long as to run it.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const { violations, ran } = await page.evaluate(async (runOnly) => {
    // A WCAG 2.2 rule that axe runs only when named.
    const rules = { "target-size": { enabled: true } };
    // Of the other rules only the names are used.
    const resultTypes = ["violations"];
    const found = await Object(globalThis).axe.run({ runOnly, rules, resultTypes });
    return {
      violations: found.violations.map(({ id, nodes }: any) => `${id}: ${nodes[0]?.html}`),
      // Also run on a page without targets.
      ran: [...found.passes, ...found.violations, ...found.incomplete, ...found.inapplicable].map(
        ({ id }: any) => id,
      ),
    };
  }, RULES);
  assert.deepEqual(violations, [], where);
  assert.ok(ran.includes("target-size"), `${where}: nobody measured what is pressed`);
}
