import type { Team } from "./app.ts";
import { WebApp } from "./web.ts";

/** A transaction, or a part of a split one, as a person would write it into a table. */
type Entry = {
  readonly date: string;
  readonly minor: bigint;
  /** In euros; null without a rate. */
  readonly euros: bigint | null;
  readonly slug: string | null;
  readonly state: "pending" | "excluded" | "transfer" | "counted";
  readonly tax: Tax;
};

/** Hundredths of a percent; null where no tax is stated. */
type Tax = { readonly tax_rate_bp: number | null; readonly tax_type: string | null };

type Kinds = ReadonlyMap<string, string>;

/** All that a person knows who reads the lists of the web app. */
export type Ledger = { readonly entries: readonly Entry[]; readonly kinds: Kinds };

/** Dollars for a euro by day. */
export type Dollars = ReadonlyMap<string, string>;

/** Reads all transactions by the routes of the web app, and converts dollars anew. */
export async function ledgerOf(team: Team, dollars: Dollars = new Map()): Promise<Ledger> {
  const app = await WebApp.of(team);
  const rows = [...(await pagesOf(app, team, {})), ...(await pagesOf(app, team, ARCHIVED))];
  const entries: Entry[] = [];
  for (const row of rows) {
    const euros = inEuros(row.amount_minor, row.currency, row.date, dollars);
    const { parts, ...tax } = await app.ask("GET /api/teams/:team/transactions/:id", {
      team: team.id,
      id: row.id,
    });
    const whole = { date: row.date, minor: BigInt(row.amount_minor), euros, tax };
    const state = stateOf(row);
    if (!row.is_split || state === "pending" || state === "excluded") {
      entries.push({ ...whole, slug: row.category_slug, state });
      continue;
    }
    const shares = sharesOf(
      euros,
      parts.map(({ amount_minor }) => BigInt(amount_minor)),
    );
    for (const [at, part] of parts.entries()) {
      const minor = BigInt(part.amount_minor);
      const slug = part.category_slug;
      const share = shares?.[at] ?? null;
      entries.push({ ...whole, minor, euros: share, slug, state: "counted", tax: part });
    }
  }
  const { items } = await app.ask("GET /api/teams/:team/categories", { team: team.id });
  const kinds = items.map(({ slug, kind, excluded }) => [slug, excluded ? "no" : kind] as const);
  return { entries, kinds: new Map(kinds) };
}

const ARCHIVED = { status: "archived" } as const;

async function pagesOf(app: WebApp, { id: team }: Team, filter: { status?: "archived" }) {
  const rows = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page = await app.ask("GET /api/teams/:team/transactions", {
      team,
      limit: 100,
      ...filter,
      ...(cursor === undefined ? {} : { cursor }),
    });
    rows.push(...page.items);
    cursor = page.nextCursor;
  }
  return rows;
}

type Page = {
  readonly items: readonly {
    readonly id: string;
    readonly date: string;
    readonly amount_minor: number;
    readonly currency: string;
    readonly status: string;
    readonly category_slug: string | null;
    readonly is_split: boolean;
    readonly is_transfer: boolean;
  }[];
  readonly nextCursor: string | null;
};

function stateOf({ status, is_split, is_transfer }: Page["items"][number]): Entry["state"] {
  if (status === "pending" || status === "excluded") return status;
  return is_transfer && !is_split ? "transfer" : "counted";
}

/** At the newest rate of the last seven days. */
function inEuros(minor: number, currency: string, date: string, dollars: Dollars): bigint | null {
  if (currency === "EUR") return BigInt(minor);
  if (currency !== "USD") return null;
  for (let back = 0; back <= 7; back += 1) {
    const day = new Date(Date.parse(date) - back * 86_400_000).toISOString().slice(0, 10);
    const rate = dollars.get(day);
    if (rate === undefined) continue;
    const [whole = "", decimals = ""] = rate.split(".");
    return nearest(BigInt(minor) * 10n ** BigInt(decimals.length), BigInt(whole + decimals));
  }
  return null;
}

/** Halves go away from zero. */
function nearest(top: bigint, bottom: bigint): bigint {
  const twice = 2n * (top < 0n ? -top : top) + bottom;
  return top < 0n ? -(twice / (2n * bottom)) : twice / (2n * bottom);
}

/** Cuts every share down, and gives what is left to those that lost most, the first of equals first. */
function sharesOf(euros: bigint | null, weights: readonly bigint[]): readonly bigint[] | null {
  if (euros === null) return null;
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  const [sign, whole] = all < 0n ? [-1n, -all] : [1n, all];
  const cut = weights.map((weight, at) => {
    // Of the size of the amount, so that money out is shared as money in is.
    const exact = (euros < 0n ? -euros : euros) * weight * sign;
    const lost = ((exact % whole) + whole) % whole;
    return { at, lost, share: (exact - lost) / whole };
  });
  const left = (euros < 0n ? -euros : euros) - cut.reduce((sum, { share }) => sum + share, 0n);
  const byLoss = cut.toSorted((one, other) =>
    one.lost === other.lost ? one.at - other.at : one.lost > other.lost ? -1 : 1,
  );
  const more = new Set(byLoss.slice(0, Number(left)).map(({ at }) => at));
  return cut.map(({ at, share }) => (share + (more.has(at) ? 1n : 0n)) * (euros < 0n ? -1n : 1n));
}

type Days = { readonly from: string; readonly to: string };

/** All figures of some days, in cents, added up one by one. */
export function recomputed({ entries, kinds }: Ledger, { from, to }: Days) {
  const sums = { revenue: 0n, expense: 0n, capitalIn: 0n, capitalOut: 0n, uncategorized: 0n };
  const moved = { transfer: 0n, excluded: 0n, all: 0n };
  const left = { pending: 0, excluded: 0, transfer: 0, capital: 0, no_rate: 0 };
  const spent = new Map<string, { cents: bigint; count: number }>();
  const earned = new Map<string, bigint>();
  const expended = new Map<string, bigint>();
  let uncategorized = 0;
  for (const { date, minor, euros, slug, state } of entries) {
    if (date < from || date > to) continue;
    const kind = slug === null ? "none" : (kinds.get(slug) ?? slug);
    const cents = euros ?? 0n;
    if (state === "pending") {
      left.pending += 1;
      continue;
    }
    moved.all += cents;
    if (state === "excluded" || (state === "counted" && (kind === "no" || kind === "transfer"))) {
      left.excluded += 1;
      moved.excluded += cents;
    } else if (state === "transfer") {
      left.transfer += 1;
      moved.transfer += cents;
    } else if (kind === "capital") {
      left.capital += 1;
      if (minor > 0n) sums.capitalIn += cents;
      else sums.capitalOut -= cents;
    } else if (euros === null) {
      left.no_rate += 1;
    } else if (kind === "income" || (kind !== "expense" && minor > 0n)) {
      sums.revenue += cents;
      earned.set(slug ?? "uncategorized", (earned.get(slug ?? "uncategorized") ?? 0n) + cents);
    } else {
      sums.expense -= cents;
      expended.set(slug ?? "uncategorized", (expended.get(slug ?? "uncategorized") ?? 0n) - cents);
      if (slug === null) {
        sums.uncategorized -= cents;
        uncategorized += 1;
      }
    }
    const isSpent = kind === "expense" || ((kind === "capital" || kind === "either") && minor < 0n);
    if (state === "counted" && slug !== null && euros !== null && isSpent) {
      const known = spent.get(slug) ?? { cents: 0n, count: 0 };
      spent.set(slug, { cents: known.cents - cents, count: known.count + 1 });
    }
  }
  return { ...sums, moved, left, spent, earned, expended, uncategorizedCount: uncategorized };
}

/**
 * Tax of some days in cents, added up one by one: by rate, type, category and side; and what states none, by
 * figure and category.
 */
export function recomputedTax({ entries, kinds }: Ledger, { from, to }: Days) {
  const sums = new Map<string, { tax: bigint; gross: bigint; count: number }>();
  const toState = new Map<string, { gross: bigint; count: number }>();
  const without = new Map<string, { gross: bigint; count: number }>();
  for (const { date, minor, euros, slug, state, tax } of entries) {
    if (date < from || date > to || state !== "counted" || euros === null) continue;
    const kind = slug === null ? "none" : (kinds.get(slug) ?? slug);
    const isSold = kind === "income" || (kind !== "expense" && kind !== "capital" && minor > 0n);
    const isBought = kind === "expense" || (kind !== "income" && minor < 0n);
    if (kind === "no" || kind === "transfer" || (!isSold && !isBought)) continue;
    const gross = isSold ? euros : -euros;
    if (slug !== null && slug === TO_STATE) {
      const known = toState.get(slug) ?? { gross: 0n, count: 0 };
      toState.set(slug, { gross: known.gross + gross, count: known.count + 1 });
      if (tax.tax_rate_bp !== null) continue;
    }
    if (tax.tax_rate_bp === null) {
      const figure = isSold ? "revenue" : kind === "capital" ? "capital_out" : "expense";
      const key = JSON.stringify([figure, slug ?? "uncategorized"]);
      const known = without.get(key) ?? { gross: 0n, count: 0 };
      without.set(key, { gross: known.gross + gross, count: known.count + 1 });
      continue;
    }
    const rate = BigInt(tax.tax_rate_bp);
    const key = JSON.stringify([
      tax.tax_rate_bp / 100,
      tax.tax_type,
      slug ?? "uncategorized",
      isSold ? "collected" : "paid",
    ]);
    const known = sums.get(key) ?? { tax: 0n, gross: 0n, count: 0 };
    sums.set(key, {
      tax: known.tax + nearest(gross * rate, 10_000n + rate),
      gross: known.gross + gross,
      count: known.count + 1,
    });
  }
  return { sums, without, toState };
}

/** Category of the books for payments to the state. */
const TO_STATE = "vat-gst-pst-qst-payments";
