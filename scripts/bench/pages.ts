import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { NAVIGATION } from "../../src/shared/pages.ts";
import { CHROMIUM } from "../../test/journeys/chromium.ts";
import { signedIn } from "../../test/oauth.ts";
import { onFilled } from "./fill.ts";
import { ServerProcess } from "./server-process.ts";
import { median, table } from "./table.ts";

/** Slow 4G as Chromium's protocol takes it: 150 ms for each request, 1.6 Mbit/s down, 0.75 up. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWER_CPU = 4;
const PHONE = { width: 360, height: 640 };
/** Pages of the navigation, and the heaviest of those behind it. */
const OPENED = [...NAVIGATION.map(({ to }) => to), "/transactions/review", "/reports/profit-loss"];
/** The last paint is behind it, even of what is loaded after the page. */
const SETTLED_MS = 4000;

/** First visit of a page, with an empty cache. Milliseconds, but for shift and bytes. */
type Visited = {
  /** Largest Contentful Paint. */
  readonly largestPaint: number;
  /** Interaction to Next Paint of opening the palette and typing into it. */
  readonly interaction: number;
  /** Cumulative Layout Shift. */
  readonly shift: number;
  /** Bytes of scripts as sent, loaded within some seconds. */
  readonly scripts: number;
};

/** Opens each page so many times, for a team with years of data, and takes the medians. */
export async function measurePages({
  size,
  rounds,
}: {
  readonly size: number;
  readonly rounds: number;
}): Promise<string> {
  const of = (count: number) => Math.ceil(count * size);
  const grown = { people: 3, customers: of(10_000), entries: of(100_000) };
  const years = { events: of(10_000), transactions: of(100_000) };
  return onFilled("sqlite", { ...grown, ...years }, async ({ team }) => {
    const server = await ServerProcess.ours(team.world.url);
    await server.ask(team.key, { method: "tools/list" });
    const found = CHROMIUM === undefined ? {} : { executablePath: CHROMIUM };
    const browser = await chromium.launch({ ...found, args: ["--no-sandbox"] });
    try {
      const cookie = (await signedIn(team)).cookies.get("session") ?? "";
      const origin = `http://localhost:${server.port}`;
      const rows: (readonly string[])[] = [];
      for (const to of OPENED) {
        const visits: Visited[] = [];
        while (visits.length < rounds) visits.push(await visit(browser, { origin, cookie, to }));
        const of = (column: keyof Visited) => median(visits.map((one) => one[column]));
        const times = [of("largestPaint"), of("interaction")].map((time) => time.toFixed(0));
        rows.push([to, ...times, of("shift").toFixed(3), (of("scripts") / 1024).toFixed(1)]);
      }
      const head = ["LCP ms", "INP ms", "CLS", "scripts KB"];
      return table(["slow 4G, CPU 4 × slower", ...head], rows);
    } finally {
      await browser.close();
      await server.stop();
    }
  });
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
    const answer = await page.goto(origin + to);
    if (answer?.ok() !== true) throw new Error(`${to} was refused: npm run build comes first`);
    await page.waitForTimeout(SETTLED_MS);
    const seen = await page.evaluate<Seen>("({ ...window.seen })");
    return { ...seen, scripts: scripts(), interaction: await interactionOf(page) };
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

type Seen = Omit<Visited, "scripts">;

/** Script for the page, as text: it is outside our types. */
const OBSERVE = `
  const seen = (window.seen = { largestPaint: 0, shift: 0, interaction: 0 });
  const observe = (type, tell, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(tell))
      .observe({ type, buffered: true, ...options });
  observe("largest-contentful-paint", ({ startTime }) => (seen.largestPaint = startTime));
  observe("layout-shift", ({ value, hadRecentInput }) => (seen.shift += hadRecentInput ? 0 : value));
  observe("event", ({ duration, interactionId }) => {
    if (interactionId) seen.interaction = Math.max(seen.interaction, duration);
  }, { durationThreshold: 16 });
`;
