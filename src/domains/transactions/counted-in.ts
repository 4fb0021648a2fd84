import { type RawBuilder, sql } from "kysely";
import type { AuditContext } from "../../db/context.ts";
import type { Standing } from "../../db/schema/transactions.ts";
import { UNCATEGORIZED } from "../../shared/limits.ts";
import {
  allCategories,
  type KnownCategory,
  requireCategory,
} from "../categories/all-categories.ts";
import {
  type Figure,
  type Reason,
  roleOf,
  signsIn,
  signsLeftOut,
  standingOf,
  type TaxShare,
  taxShareOf,
} from "./figures.ts";
import { statedIn, states } from "./tax.ts";

type Slugs = readonly (string | null)[];

export type Counted = {
  readonly figure: Figure;
  readonly leftOut: Reason | undefined;
  /** Standing of transactions that are left out whole; null for none. */
  readonly standing: Standing | null;
  readonly category: string | null | undefined;
  /** Slugs that count with both signs; null is the lack of a category. */
  readonly both: Slugs;
  readonly in: Slugs;
  readonly out: Slugs;
  readonly tax: string | undefined;
};

type FigureFilter = {
  readonly figure: Figure;
  readonly leftOut?: Reason | undefined;
  readonly category?: string | undefined;
  /** Counts the categories below that one too. */
  readonly hasBelow?: boolean;
  readonly tax?: string | undefined;
};

/** @throws Refusal that names the slugs nearest to an unknown one */
export async function countedIn(
  context: AuditContext,
  { figure, leftOut, category, hasBelow = false, tax }: FigureFilter,
): Promise<Counted> {
  const known = await allCategories(context);
  const isNone = category === UNCATEGORIZED;
  const some: readonly KnownCategory[] =
    category === undefined ? known : isNone ? [] : chosenFrom(known, category, hasBelow);
  const roles = [
    ...some.map((one) => ({ slug: one.slug, role: roleOf(one) })),
    ...(category === undefined || isNone ? [{ slug: null, role: "none" as const }] : []),
  ];
  const slugsOf = (signs: "both" | "in" | "out"): Slugs =>
    roles.flatMap(({ slug, role }) => {
      const counted =
        leftOut === undefined ? signsIn(figure, role) : signsLeftOut(leftOut, figure, role);
      return counted === signs ? [slug] : [];
    });
  return {
    figure,
    leftOut,
    standing: leftOut === undefined ? null : standingOf(leftOut),
    category: isNone ? null : category,
    both: slugsOf("both"),
    in: slugsOf("in"),
    out: slugsOf("out"),
    tax,
  };
}

function chosenFrom(
  known: readonly KnownCategory[],
  category: string,
  hasBelow: boolean,
): readonly KnownCategory[] {
  const chosen = requireCategory(known, category, "category_slug");
  return hasBelow ? [chosen, ...known.filter((one) => one.parent_id === chosen.id)] : [chosen];
}

export function taxShareIn({ figure, leftOut }: Counted): TaxShare | null {
  return leftOut === undefined ? taxShareOf(figure) : null;
}

/** Holds for a transaction that is not split, or for a part. */
export function countsAs(counted: Counted, table: string): RawBuilder<boolean> {
  const terms = [
    ...inSlugs(table, counted.both),
    ...inSlugs(table, counted.in, ">"),
    ...inSlugs(table, counted.out, "<"),
  ];
  if (terms.length === 0) return sql`1 = 0`;
  return sql`(${sql.join(terms, sql` or `)}) ${sql.join(restOf(counted, table), sql` `)}`;
}

/** Leaves out amounts without a rate, which are in no figure. */
function restOf({ figure, leftOut, tax }: Counted, table: string): readonly RawBuilder<unknown>[] {
  const stated = tax === undefined ? undefined : statedIn(tax);
  const needsTax = tax !== undefined || (taxShareOf(figure) !== null && leftOut === undefined);
  const base = sql.ref(`${table}.base_minor`);
  return [
    ...(leftOut === undefined ? [sql`and ${base} is not null`] : []),
    ...(leftOut === "no_rate" ? [sql`and ${base} is null`] : []),
    ...(needsTax ? [sql`and ${states(table, stated)}`] : []),
  ];
}

function inSlugs(table: string, slugs: Slugs, compare?: ">" | "<"): readonly RawBuilder<unknown>[] {
  const slug = sql.ref(`${table}.category_slug`);
  const sign =
    compare === undefined
      ? sql``
      : sql`and ${sql.ref(`${table}.amount_minor`)} ${sql.raw(compare)} 0`;
  const named = slugs.filter((slug) => slug !== null);
  return [
    ...(named.length === 0 ? [] : [sql`${slug} in (${sql.join(named)}) ${sign}`]),
    ...(named.length === slugs.length ? [] : [sql`${slug} is null ${sign}`]),
  ];
}

type Countable = {
  readonly category_slug: string | null;
  readonly amount_minor: number;
  readonly base_minor: number | null;
  readonly tax_rate_bp: number | null;
  readonly tax_type: string | null;
};

/** The same as `countsAs`, of a part that is read. */
export function counts(counted: Counted, row: Countable): boolean {
  const signed = row.amount_minor > 0 ? counted.in : counted.out;
  if (!counted.both.includes(row.category_slug) && !signed.includes(row.category_slug))
    return false;
  if (counted.leftOut === undefined && row.base_minor === null) return false;
  if (counted.leftOut === "no_rate" && row.base_minor !== null) return false;
  if (counted.tax === undefined)
    return (
      taxShareOf(counted.figure) === null ||
      counted.leftOut !== undefined ||
      row.tax_rate_bp !== null
    );
  // No part has several rates.
  const { rate, type } = statedIn(counted.tax);
  return row.tax_rate_bp === rate && (rate === null || row.tax_type === type);
}
