import { randomBytes } from "node:crypto";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { startSession } from "../../src/accounts/sessions.ts";
import { connect } from "../../src/db/connect.ts";
import { baseContextOf } from "../../src/db/context.ts";
import { transaction } from "../../src/db/transaction.ts";
import { NAVIGATION } from "../../src/shared/pages.ts";
import { CHROMIUM } from "../../test/journeys/chromium.ts";
import { type Filled, onFilled } from "./fill.ts";
import { ServeProcess } from "./serve-process.ts";
import { median } from "./statistics.ts";

/** Slow 4G as Chromium's protocol takes it: 150 ms for each request, 1.6 Mbit/s down, 0.75 up. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWER_CPU = 4;
const PHONE = { width: 360, height: 640 };
const GROWN = {
  people: 3,
  spare: 10,
  customers: 10_000,
  years: { entries: 100_000, events: 10_000, transactions: 100_000 },
};
const SMALL = {
  people: 3,
  spare: 10,
  customers: 200,
  years: { entries: 2000, events: 500, transactions: 2000 },
};
/** Pages of the navigation, and the heaviest of those behind it. */
const OPENED = [...NAVIGATION.map(({ to }) => to), "/transactions/review", "/reports/profit-loss"];
/** The last paint is behind it, even of what is loaded after the page. */
const SETTLED_MS = 4000;

/** First visit of a page, with an empty cache. Milliseconds, but for shift and bytes. */
export type Visited = {
  readonly page: string;
  readonly firstPaint: number;
  /** Largest Contentful Paint. */
  readonly largestPaint: number;
  /** Cumulative Layout Shift. */
  readonly shift: number;
  /** Interaction to Next Paint of opening the palette and typing into it. */
  readonly interaction: number;
  /** Bytes of scripts as sent, loaded within some seconds. */
  readonly scripts: number;
};

/** Opens each page so many times, for a team with years of data, and takes the medians. */
export async function measurePages(
  runs: number,
  { isQuick }: { readonly isQuick: boolean },
): Promise<readonly Visited[]> {
  return onFilled("sqlite", isQuick ? SMALL : GROWN, async (filled) => {
    const serve = await ServeProcess.up({ url: filled.url }, filled.keys[0] ?? "");
    const found = CHROMIUM === undefined ? {} : { executablePath: CHROMIUM };
    const browser = await chromium.launch({ ...found, args: ["--no-sandbox"] });
    try {
      const cookie = await sessionOf(filled);
      const origin = `http://localhost:${serve.port}`;
      const visited: Visited[] = [];
      for (const to of OPENED) {
        const visits: Visited[] = [];
        for (let run = 0; run < runs; run += 1)
          visits.push(await visit(browser, { origin, cookie, to }));
        visited.push(mediansOf(to, visits));
      }
      return visited;
    } finally {
      await browser.close();
      await serve.stop();
    }
  });
}

async function sessionOf({ url, signedIn: { owner } }: Filled): Promise<string> {
  const database = await connect(url, { onIdleError: () => {} });
  const context = baseContextOf({ database, clock: Date.now, randomBytes });
  try {
    return await transaction(context, async (context) => startSession(context, owner, "Benchmark"));
  } finally {
    await database.close();
  }
}

type Opening = { readonly origin: string; readonly cookie: string; readonly to: string };

async function visit(browser: Browser, { origin, cookie, to }: Opening): Promise<Visited> {
  const context = await browser.newContext({ viewport: PHONE });
  try {
    await context.addCookies([{ name: "session", value: cookie, url: origin }]);
    await context.addInitScript(OBSERVE);
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    const scripts = await throttled(protocol);
    await page.goto(origin + to);
    await page.waitForTimeout(SETTLED_MS);
    const seen = await page.evaluate<Seen>("({ ...window.seen })");
    return { page: to, ...seen, scripts: scripts(), interaction: await interactionOf(page) };
  } finally {
    await context.close();
  }
}

/** @returns a function that sums up the bytes of scripts so far */
async function throttled(protocol: CDPSession): Promise<() => number> {
  const ids = new Set<string>();
  let bytes = 0;
  protocol.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") ids.add(requestId);
  });
  protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (ids.has(requestId)) bytes += encodedDataLength;
  });
  await protocol.send("Network.enable");
  await protocol.send("Network.emulateNetworkConditions", SLOW_4G);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_CPU });
  return () => bytes;
}

async function interactionOf(page: Page): Promise<number> {
  await page.keyboard.press("Control+k");
  await page.waitForTimeout(1000);
  await page.keyboard.type("key", { delay: 200 });
  await page.waitForTimeout(1000);
  return page.evaluate<number>("window.seen.interaction");
}

type Seen = Pick<Visited, "firstPaint" | "largestPaint" | "shift" | "interaction">;

/** Script for the page, as text: it is outside our types. */
const OBSERVE = `
  const seen = (window.seen = { firstPaint: 0, largestPaint: 0, shift: 0, interaction: 0 });
  const observe = (type, tell, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(tell))
      .observe({ type, buffered: true, ...options });
  observe("paint", ({ startTime }) => (seen.firstPaint = startTime));
  observe("largest-contentful-paint", ({ startTime }) => (seen.largestPaint = startTime));
  observe("layout-shift", ({ value, hadRecentInput }) => (seen.shift += hadRecentInput ? 0 : value));
  observe("event", ({ duration, interactionId }) => {
    if (interactionId) seen.interaction = Math.max(seen.interaction, duration);
  }, { durationThreshold: 16 });
`;

function mediansOf(page: string, visits: readonly Visited[]): Visited {
  const of = (field: Exclude<keyof Visited, "page">) => median(visits.map((one) => one[field]));
  return {
    page,
    firstPaint: of("firstPaint"),
    largestPaint: of("largestPaint"),
    shift: of("shift"),
    interaction: of("interaction"),
    scripts: of("scripts"),
  };
}
