import type { AuditContext } from "../../../db/context.ts";
import { ROWS_A_CHUNK, pause } from "../../../db/transaction.ts";
import { divideRound } from "../../../shared/fraction.ts";
import { pointIn } from "../../../shared/money.ts";
import type { Day } from "../../../shared/time.ts";
import { type KnownCategory, allCategories } from "../../categories/all-categories.ts";
import { findCrosses } from "../../rates/find-crosses.ts";
import type { Cross, Rate } from "../../rates/rate.ts";
import { counts } from "../counted-in.ts";
import { excludedSlugs } from "../figures.ts";
import { type Matching, findIds, matchingAll } from "../find-transactions.ts";
import { transactionTags } from "../transaction-tags.ts";
import { type Part, type Row, partsOf } from "../transaction.ts";

export type ExportContext = AuditContext & {
  readonly team: { readonly id: string; readonly baseCurrency: string };
};

export type Line = {
  readonly row: ExportedRow;
  /** Amount of the transaction, of the part, or of the parts that the list is filtered by. */
  readonly minor: number;
  readonly base: number | null;
  readonly tax: Pick<Row, "tax_rate_bp" | "tax_type" | "tax_minor">;
  readonly category: Named | null;
  readonly note: string | null;
  /** `2 of 3`; null for a whole transaction. */
  readonly place: string | null;
  /** Base currency for one unit of the currency; null where none was used. */
  readonly rate: string | null;
  readonly tags: readonly string[];
  /** False for transfers, what is pending, and what is excluded by status or category: it is in no total. */
  readonly counts: boolean;
};

type Named = Pick<KnownCategory, "name" | "slug" | "tax_reporting_code">;

export type Lines = AsyncIterable<readonly Line[]>;

type Source = {
  readonly matching: Matching;
  readonly hasParts: boolean;
} & ({ readonly isNewestFirst: boolean } | { readonly ids: readonly string[] });

export async function* exportLines(context: ExportContext, source: Source): Lines {
  const categories = await allCategories(context);
  const known = new Map(categories.map((one) => [one.slug, one]));
  const excluded = new Set(excludedSlugs(categories));
  const chunks =
    "ids" in source
      ? chunksOf(context, source.ids)
      : pagesOf(context, source.matching, source.isNewestFirst);
  for await (const rows of chunks) {
    const ids = rows.map(({ id }) => id);
    const split = rows.filter(({ is_split }) => is_split).map(({ id }) => id);
    const [parts, tags, crossOf] = await Promise.all([
      partsOf(context, split),
      transactionTags(context, ids),
      findCrosses(context, context.team.baseCurrency, rows),
    ]);
    const partsBy = Map.groupBy(parts, ({ transaction_id }) => transaction_id);
    const tagsBy = Map.groupBy(tags, ({ transaction_id }) => transaction_id);
    yield rows.flatMap((row) => {
      const cross = row.rate_day === null ? null : crossOf(row);
      const shared = {
        row,
        rate: cross?.day === row.rate_day ? rateText(cross) : null,
        tags: (tagsBy.get(row.id) ?? []).map(({ name }) => name),
      };
      const all = partsBy.get(row.id) ?? [];
      const lines = source.hasParts
        ? partLines(row, all, source.matching, excluded)
        : [wholeLine(row, all, source.matching, excluded)];
      return lines.map(({ slug, ...line }) => ({
        ...shared,
        ...line,
        counts: isSummed(row) && line.counts,
        category: slug === null ? null : (known.get(slug) ?? unknownCategory(slug)),
      }));
    });
    await pause(context);
  }
}

function isSummed({ standing }: Row): boolean {
  return standing === "counted" || standing === "split";
}

type OwnLine = Pick<Line, "minor" | "base" | "tax" | "note" | "place"> & {
  readonly slug: string | null;
  /** False for a category that no figure has. */
  readonly counts: boolean;
};

/** A split transaction has the sum of its parts that the list has, and of those only the ones that count, if any does. */
function wholeLine(
  row: Row,
  parts: readonly Part[],
  { slugs, counted }: Matching,
  excluded: ReadonlySet<string>,
): OwnLine {
  const { tax_rate_bp, tax_type, tax_minor, note, category_slug: slug } = row;
  const tax = { tax_rate_bp, tax_type, tax_minor };
  const whole = { minor: row.amount_minor, base: row.base_minor, tax, note, place: null, slug };
  if (!row.is_split) return { ...whole, counts: !excluded.has(slug ?? "") };
  const listed = partLines(row, parts, { slugs, counted }, excluded);
  const counting = listed.filter(({ counts }) => counts);
  const some = counting.length === 0 ? listed : counting;
  if (some.length === parts.length) return { ...whole, counts: counting.length > 0 };
  const bases = some.map(({ base }) => base);
  return {
    ...whole,
    minor: some.reduce((sum, { minor }) => sum + minor, 0),
    base: bases.reduce((sum, base) => (sum === null || base === null ? null : sum + base), 0),
    counts: counting.length > 0,
  };
}

function partLines(
  row: Row,
  parts: readonly Part[],
  { slugs, counted }: Pick<Matching, "slugs" | "counted">,
  excluded: ReadonlySet<string>,
): readonly OwnLine[] {
  if (!row.is_split) return [wholeLine(row, [], ANY, excluded)];
  const isIn = (part: Part) => {
    if (counted !== undefined) return row.standing !== "split" || counts(counted, part);
    const { category_slug: slug } = part;
    return slugs === undefined || (slug === null ? slugs === null : slugs?.includes(slug) === true);
  };
  return parts.filter(isIn).map((part) => {
    const { tax_rate_bp, tax_type, tax_minor, name, note } = part;
    return {
      minor: part.amount_minor,
      base: part.base_minor,
      tax: { tax_rate_bp, tax_type, tax_minor },
      note: [name, note].filter((text) => text !== null).join(": ") || row.note,
      place: `${part.position + 1} of ${parts.length}`,
      slug: part.category_slug,
      counts: !excluded.has(part.category_slug ?? ""),
    };
  });
}

const ANY = matchingAll([]);

function unknownCategory(slug: string): Named {
  return { name: slug, slug, tax_reporting_code: null };
}

type ExportedRow = Awaited<ReturnType<typeof readRows>>[number];

/** Keeps the order of the ids. */
async function readRows({ db, team }: AuditContext, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom("transactions as item")
    .innerJoin("bank_accounts as account", (join) =>
      join
        .onRef("account.team_id", "=", "item.team_id")
        .onRef("account.id", "=", "item.bank_account_id"),
    )
    .selectAll("item")
    .select(["account.name as account_name", "account.number_masked as account_number"])
    .where("item.team_id", "=", team.id)
    .where("item.id", "in", ids)
    .execute();
  const rows = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

type Chunks = AsyncIterable<readonly ExportedRow[]>;

async function* chunksOf(context: AuditContext, ids: readonly string[]): Chunks {
  for (let from = 0; from < ids.length; from += ROWS_A_CHUNK)
    yield await readRows(context, ids.slice(from, from + ROWS_A_CHUNK));
}

async function* pagesOf(context: AuditContext, matching: Matching, isNewestFirst: boolean): Chunks {
  let after: readonly [Day, string] | null = null;
  for (;;) {
    const paging = { isNewestFirst, after, rows: ROWS_A_CHUNK };
    const ids = await findIds(context, matching, paging);
    const rows = await readRows(context, ids);
    yield rows;
    const last = rows.at(-1);
    if (ids.length < ROWS_A_CHUNK || last === undefined) return;
    after = [last.date, last.id];
  }
}

const DECIMALS = 12;

/** Units of the base currency for one unit of the other, as decimal text: `0.92`. */
function rateText({ from, to }: Cross): string {
  const [one, other] = [scaled(from), scaled(to)];
  const rate = divideRound(other * 10n ** BigInt(DECIMALS), one);
  return pointIn(rate, DECIMALS).replace(/\.?0+$/, "");
}

/** A rate has at most as many decimals. */
function scaled(rate: Rate): bigint {
  const [whole = "", decimals = ""] = rate.split(".");
  return BigInt(whole + decimals.padEnd(DECIMALS, "0"));
}

type Tax = Pick<Row, "tax_rate_bp" | "tax_type">;

export type Total = {
  readonly label: string;
  readonly currency: string | null;
  readonly tax: Tax | null;
  readonly count: number;
  readonly counts: number;
  /** Lines that count and have no rate: they are not in `base`. */
  readonly unrated: number;
  readonly minor: bigint;
  readonly base: bigint;
  readonly tax_minor: bigint;
};

type Group = Omit<Total, "label">;

export class Totals {
  readonly #groups = new Map<string, Group>();

  add(line: Line): void {
    const { row, minor, tax } = line;
    const way = minor > 0 ? "in" : "out";
    const { tax_rate_bp, tax_type } = tax;
    const hasTax = tax_rate_bp !== null || tax_type !== null;
    const { currency } = row;
    this.#addTo(`${way} ${currency}`, { currency, tax: null }, line);
    this.#addTo(`all ${currency}`, { currency, tax: null }, line);
    this.#addTo(`${way} `, { currency: null, tax: null }, line);
    this.#addTo("all ", { currency: null, tax: null }, line);
    if (!hasTax || !line.counts) return;
    const named = { tax_rate_bp, tax_type };
    this.#addTo(`tax ${currency} ${JSON.stringify(named)}`, { currency, tax: named }, line);
  }

  /** Sums each currency, then each tax rate, then all currencies where there are several. */
  lines({ hasTaxes }: { readonly hasTaxes: boolean }): readonly Total[] {
    const currencies = [...this.#groups.keys()]
      .flatMap((key) => (key.startsWith("all ") && key !== "all " ? [key.slice(4)] : []))
      .toSorted();
    const three = (currency: string | null) =>
      SUMS.map(({ way, label }) => {
        const group = this.#groups.get(`${way} ${currency ?? ""}`);
        return { ...(group ?? { ...NOTHING, currency, tax: null }), label };
      });
    return [
      ...currencies.flatMap(three),
      ...(hasTaxes ? this.#taxes() : []),
      ...(currencies.length > 1 ? three(null) : []),
    ];
  }

  #taxes(): readonly Total[] {
    return [...this.#groups]
      .filter(([key]) => key.startsWith("tax "))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, group]) => ({ ...group, label: "Total of a tax" }));
  }

  #addTo(key: string, of: Pick<Group, "currency" | "tax">, line: Line): void {
    const group = this.#groups.get(key) ?? { ...of, ...NOTHING };
    const { minor, base, tax, counts } = line;
    const counting = counts ? 1 : 0;
    this.#groups.set(key, {
      ...group,
      count: group.count + 1,
      counts: group.counts + counting,
      unrated: group.unrated + (base === null ? counting : 0),
      minor: group.minor + (counts ? BigInt(minor) : 0n),
      base: group.base + (counts ? BigInt(base ?? 0) : 0n),
      tax_minor: group.tax_minor + (counts ? BigInt(tax.tax_minor ?? 0) : 0n),
    });
  }
}

const SUMS = [
  { way: "in", label: "Total in" },
  { way: "out", label: "Total out" },
  { way: "all", label: "Total" },
] as const;

const NOTHING = { count: 0, counts: 0, unrated: 0, minor: 0n, base: 0n, tax_minor: 0n };
