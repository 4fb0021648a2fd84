import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { LAUNCH } from "./chromium.ts";
import { record } from "./evidence.ts";
import { lastingFaults, resize } from "./redrawn.ts";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Rules of colours and sizes. The rest judges the document, which has no other parts in another theme. */
const LOOKS = ["color-contrast", "link-in-text-block", "target-size"];
/** Script for the page, as text: it is outside our types. */
const TELL_OFFENCES = `document.addEventListener("securitypolicyviolation", (event) =>
  console.error("Content Security Policy: " + event.violatedDirective + " " + event.blockedURI))`;
const RUNS_OFF_BY = `[document.documentElement.scrollWidth - document.documentElement.clientWidth]
  .filter((over) => over > 0)`;
/** Folder for screenshots of every page. */
const PICTURES = process.env["JOURNEY_PICTURES"];
/** Mean delay of the API's requests in milliseconds: a journey that reads the page too early fails then. */
export const DELAY_MS = Number(process.env["JOURNEY_DELAY_MS"] ?? 0);
/** Factor by which pages run slower: a journey that acts before the page is drawn fails then. */
const SLOWNESS = Number(process.env["JOURNEY_SLOWNESS"] ?? 1);

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
  return endpoint === undefined ? chromium.launch(LAUNCH) : chromium.connect(endpoint);
}

/** Opens a headless Chromium that records every offence of its pages. */
export async function visit(origin: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const browser = await openChromium();
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  context.setDefaultTimeout(10_000);
  await record(context);
  if (DELAY_MS > 0) await delayRequests(context);
  if (SLOWNESS > 1) slowDown(context);
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

/** Delays each request to the API at random, with the mean of the setting. */
async function delayRequests(context: BrowserContext): Promise<void> {
  await context.route("**/api/**", async (route) => {
    await setTimeout(DELAY_MS * 2 * Math.random());
    await route.fallback();
  });
}

function slowDown(context: BrowserContext): void {
  context.on("page", async (page) => {
    const browser = await context.newCDPSession(page);
    await browser.send("Emulation.setCPUThrottlingRate", { rate: SLOWNESS });
  });
}

/** All rules of axe run in each theme and at each width once, those of looks in every pair of them. */
const SEEN = [
  { colorScheme: "light", width: 1280, rules: RULES },
  { colorScheme: "dark", width: 1280, rules: LOOKS },
  { colorScheme: "dark", width: 360, rules: RULES },
  { colorScheme: "light", width: 360, rules: LOOKS },
] as const;

/** Inspects the page in both themes, wide and narrow: axe finds nothing, and nothing overflows. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const { colorScheme, width, rules } of SEEN) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await resize(page, { width, height: width === 360 ? 640 : 800 });
    const where = `${name}, ${colorScheme}, ${width} px`;
    const over = await lastingFaults(page, RUNS_OFF_BY);
    assert.deepEqual(over, [], `${where}: so many px run off the side`);
    await assertAccessible(page, where, rules);
    if (PICTURES !== undefined)
      await page.screenshot({
        path: join(PICTURES, `${name}-${colorScheme}-${width}.png`),
        fullPage: true,
      });
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await resize(page, { width: 1280, height: 800 });
}

async function assertAccessible(
  page: Page,
  where: string,
  runOnly: readonly string[],
): Promise<void> {
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
  }, runOnly);
  assert.deepEqual(violations, [], where);
  for (const look of LOOKS) assert.ok(ran.includes(look), `${where}: ${look} was not judged`);
}
