import type { Comparison } from "./comparison.ts";
import { type ServerName, SERVERS } from "./competitors.ts";
import type { ByCredential } from "./credentials.ts";
import type { Latencies } from "./grown.ts";
import type { Growth } from "./growth.ts";
import type { Measured } from "./job.ts";
import type { Visited } from "./pages.ts";
import type { ReportLatencies } from "./reports.ts";
import { median, medianRatio } from "./statistics.ts";
import { number, table } from "./table.ts";

/** Our value divided by another server's, round by round. */
export function ratioTo(server: ServerName, { measured }: Comparison): number {
  return medianRatio(ratesOf(measured.get("ours")), ratesOf(measured.get(server)));
}

/** Our p99 divided by p50. */
export function tailOf({ measured }: Comparison): number {
  return median((measured.get("ours") ?? []).map(({ p50, p99 }) => p99 / p50));
}

/** Cost of a call at the largest size divided by the smallest. */
export function growthOf({ measured }: Growth): number {
  const sizes = [...measured.keys()].toSorted((one, other) => one - other);
  return medianRatio(
    ratesOf(measured.get(sizes[0] ?? 0)),
    ratesOf(measured.get(sizes.at(-1) ?? 0)),
  );
}

function ratesOf(measured: readonly Measured[] = []): readonly number[] {
  return measured.map(({ callsPerSecond }) => callsPerSecond);
}

const RATIOS = ["ours / bare", "ours / McpServer", "ours / Server"];
const LATENCIES = ["p50 ms", "p99 ms", "p99 / p50"];

export function comparisonTable(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map((comparison) => {
    const { operation, generation, measured } = comparison;
    const ours = measured.get("ours") ?? [];
    return [
      `${operation}, ${generation}`,
      ...SERVERS.map((server) => number(median(ratesOf(measured.get(server))))),
      number(ratioTo("bare", comparison)),
      number(ratioTo("McpServer", comparison)),
      number(ratioTo("Server", comparison)),
      number(median(ours.map(({ p50 }) => p50))),
      number(median(ours.map(({ p99 }) => p99))),
      number(tailOf(comparison)),
    ];
  });
  return table(["calls a second", ...SERVERS, ...RATIOS, ...LATENCIES], rows);
}

/** Cost of a call with an access token divided by one with a key. */
export function tokenCost({ key, token }: ByCredential): number {
  return medianRatio(ratesOf(key), ratesOf(token));
}

export function credentialsTable(compared: readonly ByCredential[]): string {
  const rows = compared.map((one) => [
    one.operation,
    number(median(ratesOf(one.key))),
    number(median(ratesOf(one.token))),
    number(tokenCost(one)),
  ]);
  return table(["calls a second", "API key", "access token", "cost of a token"], rows);
}

const TOO_BUSY = 0.9;

/**
 * Lists the measurements in which the load generator was the bottleneck: that server is faster than
 * shown.
 */
export function doubts(comparisons: readonly Comparison[]): readonly string[] {
  return comparisons.flatMap(({ operation, generation, measured }) =>
    [...measured].flatMap(([server, rounds]) => {
      const busy = median(rounds.map(({ generatorBusy }) => generatorBusy));
      if (busy < TOO_BUSY) return [];
      const share = Math.round(busy * 100);
      return `The load generator was busy for ${share}% of ${operation}, ${generation} of ${server}.`;
    }),
  );
}

export function growthTable(growth: readonly Growth[]): string {
  const sizes = [...(growth[0]?.measured.keys() ?? [])];
  const rows = growth.map((one) => [
    one.operation,
    ...sizes.map((size) => number(1e6 / median(ratesOf(one.measured.get(size))))),
    number(growthOf(one)),
  ]);
  const head = sizes.map((size) => `${number(size)} customers`);
  return table(["µs a call", ...head, "largest / smallest"], rows);
}

/** A line for each call, with the latencies on each database. */
export function latencyTable(
  databases: readonly string[],
  all: readonly (readonly Latencies[])[],
): string {
  const rows = (all[0] ?? []).map(({ name, most }, index) => [
    name,
    ...all.flatMap((latencies) => {
      const { p50 = Number.NaN, p95 = Number.NaN } = latencies[index] ?? {};
      return [number(p50), `${number(p95)}${p95 > most ? " !" : ""}`];
    }),
  ]);
  const head = databases.flatMap((database) => [`${database} p50`, "p95"]);
  return table(["milliseconds", ...head], rows);
}

/** A line for each report and size, with the goal that it has there. */
export function reportsTable(all: readonly ReportLatencies[]): string {
  const rows = all.map(({ name, transactions, most, p50, p95, cpu, load }) => [
    name,
    number(transactions),
    number(p50),
    `${number(p95)}${most !== null && p95 > most ? " !" : ""}`,
    number(cpu),
    most === null ? "" : number(most),
    number(load),
  ]);
  const head = ["transactions", "p50", "p95", "processor", "goal", "load"];
  return table(["milliseconds", ...head], rows);
}

/** A line for each page of the web app, opened on a first visit. */
export function pagesTable(all: readonly Visited[]): string {
  const rows = all.map(({ page, shift, scripts, ...times }) => [
    page,
    ...[times.firstPaint, times.largestPaint, times.interaction].map((one) => one.toFixed(0)),
    shift.toFixed(3),
    (scripts / 1024).toFixed(1),
  ]);
  const head = ["first paint ms", "LCP ms", "INP ms", "CLS", "scripts KB"];
  return table(["slow 4G, CPU 4 × slower", ...head], rows);
}
