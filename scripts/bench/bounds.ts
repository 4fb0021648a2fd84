import type { Comparison } from "./comparison.ts";
import type { ByCredential } from "./credentials.ts";
import type { Latencies } from "./grown.ts";
import type { Growth } from "./growth.ts";
import { growthOf, ratioTo, tailOf, tokenCost } from "./report.ts";
import type { ReportLatencies } from "./reports.ts";
import type { Start } from "./start.ts";
import { number } from "./table.ts";

type Bound = {
  readonly what: string;
  readonly limit: { readonly least: number } | { readonly most: number };
};

type Finding = { readonly value: number; readonly where: string };

type ComparisonBound = Bound & {
  readonly applies: (comparison: Comparison) => boolean;
  readonly valueOf: (comparison: Comparison) => number;
};

const isList = ({ operation }: Comparison) => operation === "tools/list";
const isGet = ({ operation }: Comparison) => operation === "customers_get";
const isWrite = ({ operation }: Comparison) => operation === "start + stop";
const isPadded = ({ toolCount }: Comparison) => toolCount >= 45;
const toBare = (comparison: Comparison) => ratioTo("bare", comparison);
const toOfficial = (comparison: Comparison) => ratioTo("McpServer", comparison);

const COMPARISON_BOUNDS: readonly ComparisonBound[] = [
  {
    what: "start + stop of a timer, as a share of bare node:http",
    limit: { least: 0.5 },
    applies: isWrite,
    valueOf: toBare,
  },
  {
    what: "customers_get, as a share of bare node:http",
    limit: { least: 0.6 },
    applies: isGet,
    valueOf: toBare,
  },
  {
    what: "tools/list, as a share of bare node:http",
    limit: { least: 0.8 },
    applies: isList,
    valueOf: toBare,
  },
  {
    what: "customers_get, times the official McpServer",
    limit: { least: 4 },
    applies: (comparison) => isGet(comparison) && !isPadded(comparison),
    valueOf: toOfficial,
  },
  {
    what: "tools/list, times the official McpServer",
    limit: { least: 20 },
    applies: (comparison) => isList(comparison) && !isPadded(comparison),
    valueOf: toOfficial,
  },
  {
    what: "customers_get with 45 tools, times the official McpServer",
    limit: { least: 8 },
    applies: (comparison) => isGet(comparison) && isPadded(comparison),
    valueOf: toOfficial,
  },
  {
    what: "tools/list with 45 tools, times the official McpServer",
    limit: { least: 50 },
    applies: (comparison) => isList(comparison) && isPadded(comparison),
    valueOf: toOfficial,
  },
  {
    what: "p99 of reads, times p50",
    limit: { most: 3 },
    applies: (comparison) => !isWrite(comparison),
    valueOf: tailOf,
  },
];

/** Checks each bound at its worst operation and database. */
export function comparisonVerdicts(comparisons: readonly Comparison[]): readonly string[] {
  return COMPARISON_BOUNDS.flatMap((bound) => {
    const found = Map.groupBy(
      comparisons.filter(bound.applies),
      ({ database, operation }) => `${operation} on ${database}`,
    );
    return [...found].map(([where, some]) =>
      verdict(
        bound,
        some.map((comparison) => ({
          value: bound.valueOf(comparison),
          where: `${where}, ${comparison.toolCount} tools, ${comparison.generation}`,
        })),
      ),
    );
  });
}

const GROWTH = {
  what: "cost of a call at the most customers, times that at the fewest",
  limit: { most: 1.3 },
};

/** Leaves out the search for an absent term: it reads all customers, so it has no bound. */
export function growthVerdicts(growth: readonly Growth[]): readonly string[] {
  return growth
    .filter(({ operation }) => operation !== "search, absent term")
    .map((one) =>
      verdict(GROWTH, [{ value: growthOf(one), where: `${one.operation} on ${one.database}` }]),
    );
}

/** One verdict for the calls with the same bound on a database, at the slowest of them. */
export function latencyVerdicts(
  databases: readonly string[],
  all: readonly (readonly Latencies[])[],
): readonly string[] {
  return all.flatMap((latencies, index) =>
    [...Map.groupBy(latencies, ({ most }) => most)].map(([most, some]) =>
      verdict(
        { what: `p95 of ${some.length} calls for a grown team, in ms`, limit: { most } },
        some.map(({ name, p95 }) => ({ value: p95, where: `${name} on ${databases[index]}` })),
      ),
    ),
  );
}

/** One verdict for the reports with the same bound on a database, at the slowest of them. */
export function reportVerdicts(
  database: string,
  all: readonly ReportLatencies[],
): readonly string[] {
  return [...Map.groupBy(all, ({ most }) => most)].flatMap(([most, some]) =>
    most === null
      ? []
      : verdict(
          { what: `p95 of ${some.length} reports in the process, in ms`, limit: { most } },
          some.map(({ name, transactions, p95 }) => ({
            value: p95,
            where: `${name} of ${number(transactions)} transactions on ${database}`,
          })),
        ),
  );
}

const TOKEN = {
  what: "cost of a call with an access token, times that of one with an API key",
  limit: { most: 1.1 },
};

export function credentialVerdicts(compared: readonly ByCredential[]): readonly string[] {
  return compared.map((one) =>
    verdict(TOKEN, [{ value: tokenCost(one), where: `${one.operation} on ${one.database}` }]),
  );
}

export function startVerdicts({ seconds, megabytes }: Start): readonly string[] {
  const start = { what: "seconds from start to the first answered call", limit: { most: 0.5 } };
  const memory = { what: "MB of memory when idle", limit: { most: 120 } };
  return [
    verdict(start, [{ value: seconds, where: "sqlite" }]),
    ...(megabytes === null ? [] : [verdict(memory, [{ value: megabytes, where: "sqlite" }])]),
  ];
}

function verdict({ what, limit }: Bound, findings: readonly Finding[]): string {
  const isFloor = "least" in limit;
  const bound = isFloor ? limit.least : limit.most;
  const sorted = findings.toSorted((one, other) => one.value - other.value);
  const worst = isFloor ? sorted[0] : sorted.at(-1);
  if (worst === undefined) return `not measured: ${what}`;
  const holds = isFloor ? worst.value >= bound : worst.value <= bound;
  const by = holds ? "" : `, by ${number(Math.abs(worst.value - bound))}`;
  const rule = `${what}: ${isFloor ? "at least" : "at most"} ${bound}`;
  return `${holds ? "holds " : "MISSES"} ${rule}; ${number(worst.value)}${by} (${worst.where})`;
}
