import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { day, text, uuid } from "../../core/fields.ts";
import { type SearchWord, searchWords } from "../../core/fold.ts";
import type { AuditContext } from "../../db/context.ts";
import type { TransactionStatus } from "../../db/schema/transactions.ts";
import { hasWordIn } from "../../db/words.ts";
import { UNCATEGORIZED } from "../../shared/limits.ts";
import { minorDigits, minorOf, MOST_MINOR } from "../../shared/money.ts";
import { allCategories, slugsBelow } from "../categories/all-categories.ts";
import { countedIn, type Counted } from "./counted-in.ts";
import { excludedSlugs, FIGURES, REASONS } from "./figures.ts";
import type { Matching } from "./find-transactions.ts";
import { StatedTax } from "./tax.ts";

export const status = z.enum([
  "posted",
  "pending",
  "excluded",
  "completed",
  "archived",
  "exported",
]);

export const filterFields = {
  from: day.nullish(),
  to: day.nullish(),
  status: status.nullish(),
  direction: z.enum(["in", "out"]).nullish(),
  q: text(200).nullish(),
};

export const Filter = z.object({
  ...filterFields,
  category: z.string().max(100).nullish(),
  /** A report's figure; `category` then stands for itself alone, without the categories below it. */
  figure: z.enum(FIGURES).nullish(),
  left_out: z.enum(REASONS).nullish(),
  tax: StatedTax.nullish(),
  party: z.string().max(60).nullish(),
  account: uuid.nullish(),
  tag: uuid.nullish(),
  import: uuid.nullish(),
  rule: uuid.nullish(),
  min: z.number().min(0).nullish(),
  max: z.number().min(0).nullish(),
  /** Yes for transactions in sums; no for transfers, pending ones, and those excluded by status or category. */
  counted: z.enum(["yes", "no"]).nullish(),
  linked: z.enum(["yes"]).nullish(),
  /** None for money out that is in sums and has no receipt or other file. */
  attachment: z.enum(["none"]).nullish(),
  hides_archived: z.boolean().nullish(),
});

export type Filter = z.output<typeof Filter>;

export async function matchingOf(context: AuditContext, filter: Filter): Promise<Matching> {
  const { from, to, q, min, max, category } = filter;
  const words = searchWords(q ?? "");
  const hasAmounts = (min ?? max ?? null) !== null || words.some(({ text }) => isNumber(text));
  const currencies = hasAmounts ? await currenciesOf(context) : [];
  const counted = await countedBy(context, filter);
  const needsCategories = Boolean(filter.counted ?? filter.attachment);
  const excluded = needsCategories ? excludedSlugs(await allCategories(context)) : [];
  return {
    conditions: [
      sql<boolean>`item.team_id = ${context.team.id}`,
      ...(from ? [sql<boolean>`item.date >= ${from}`] : []),
      ...(to ? [sql<boolean>`item.date <= ${to}`] : []),
      ...conditionsOf(filter),
      ...(filter.counted ? [isSummed(filter.counted, excluded)] : []),
      ...(filter.attachment ? [lacksAttachment(excluded)] : []),
      ...words.map((word) => holds(word, currencies)),
      ...(min ? [amount(currencies, min, ">=")] : []),
      ...(typeof max === "number" ? [amount(currencies, max, "<=")] : []),
    ],
    slugs: category && counted === undefined ? await slugsOf(context, category) : undefined,
    counted,
    from: from ?? undefined,
    to: to ?? undefined,
    within: withinOf(filter),
  };
}

async function countedBy(
  context: AuditContext,
  { figure, left_out, tax, category }: Filter,
): Promise<Counted | undefined> {
  if (!figure && !left_out && !tax) return undefined;
  return countedIn(context, {
    figure: figure ?? (tax ? "tax" : "profit"),
    leftOut: left_out ?? undefined,
    category: category ?? undefined,
    hasBelow: !figure && !left_out,
    tax: tax ?? undefined,
  });
}

/** Shows archived transactions in lists of figures and rules only. */
export function withoutArchived<F extends Filter>(filter: F): F {
  const { figure, left_out, tax, rule } = filter;
  return { ...filter, hides_archived: !figure && !left_out && !tax && !rule };
}

function conditionsOf(filter: Filter): readonly RawBuilder<boolean>[] {
  const { status, direction, account, tag, party, rule, import: importId } = filter;
  const isArchived: TransactionStatus = "archived";
  return [
    ...(status ? [sql<boolean>`item.status = ${status}`] : []),
    ...(!status && filter.hides_archived ? [sql<boolean>`item.status <> ${isArchived}`] : []),
    ...(account ? [sql<boolean>`item.bank_account_id = ${account}`] : []),
    ...(importId ? [sql<boolean>`item.import_id = ${importId}`] : []),
    ...(rule ? [sql<boolean>`item.rule_id = ${rule} and item.category_by = 'rule'`] : []),
    ...(filter.linked ? [sql<boolean>`item.transfer_id is not null`] : []),
    ...(party ? [sql<boolean>`item.party_key = ${party}`] : []),
    ...(direction ? [sql<boolean>`item.amount_minor ${sql.raw(SIGNS[direction])} 0`] : []),
    ...(tag
      ? [
          sql<boolean>`item.id in (select link.transaction_id from transaction_tags as link
            where link.team_id = item.team_id and link.tag_id = ${tag})`,
        ]
      : []),
  ];
}

/** A split one is in sums by those of its parts that are; without one it is in none. */
function isSummed(is: "yes" | "no", excluded: readonly string[]): RawBuilder<boolean> {
  const inExcluded =
    excluded.length === 0
      ? sql`1 = 0`
      : sql`((item.standing = 'counted' and coalesce(item.category_slug, '') in (${sql.join(excluded)}))
        or (item.standing = 'split' and not exists (select 1 from transaction_parts as part
          where part.team_id = item.team_id and part.transaction_id = item.id
            and coalesce(part.category_slug, '') not in (${sql.join(excluded)}))))`;
  return is === "yes"
    ? sql<boolean>`(item.standing in ('counted', 'split') and not ${inExcluded})`
    : sql<boolean>`(item.standing in ('pending', 'excluded', 'transfer') or ${inExcluded})`;
}

function lacksAttachment(excluded: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(item.amount_minor < 0 and ${isSummed("yes", excluded)}
    and not exists (select 1 from transaction_attachments as attached
      where attached.team_id = item.team_id and attached.transaction_id = item.id))`;
}

const SIGNS = { in: ">", out: "<" };

function withinOf({ account, import: imported, party }: Filter): Matching["within"] {
  if (imported) return "import";
  if (party) return "party";
  return account ? "account" : null;
}

async function slugsOf(context: AuditContext, category: string): Promise<Matching["slugs"]> {
  return category === UNCATEGORIZED ? null : slugsBelow(context, category);
}

/** Finds a number in the amount too. */
function holds(word: SearchWord, currencies: readonly string[]): RawBuilder<boolean> {
  const isInText = hasWordIn([sql.ref("item.search_text")], word);
  return isNumber(word.text)
    ? sql`(${isInText} or ${amount(currencies, Number(word.text.replace(",", ".")), "=")})`
    : isInText;
}

/** True for a word that is the amount, whatever its sign: 11,9 for 11.90. */
export function equalsAmount(word: string, minor: number, currency: string): boolean {
  if (!isNumber(word)) return false;
  return minorFor(Number(word.replace(",", ".")), currency, "=") === Math.abs(minor);
}

function isNumber(word: string): boolean {
  return /^\d{1,12}(?:[.,]\d{1,4})?$/.test(word);
}

/** Ignores the sign. No currency equals a value that it cannot have. */
function amount(
  currencies: readonly string[],
  value: number,
  compare: "=" | ">=" | "<=",
): RawBuilder<boolean> {
  const terms = currencies.flatMap((currency) => {
    const minor = minorFor(value, currency, compare);
    if (minor === null) return [];
    return [
      sql`(item.currency = ${currency}
        and abs(item.amount_minor) ${sql.raw(compare)} ${minor})`,
    ];
  });
  return terms.length === 0 ? sql`1 = 0` : sql`(${sql.join(terms, sql` or `)})`;
}

/** Minor units that compare as the value does: half a yen is up to no yen, and from one yen on. */
function minorFor(value: number, currency: string, compare: "=" | ">=" | "<="): number | null {
  const read = minorOf(value, currency);
  if (read.state === "read") return read.value;
  if (compare === "=") return null;
  const minor = value * 10 ** minorDigits(currency);
  if (minor > MOST_MINOR) return compare === ">=" ? null : MOST_MINOR;
  return compare === ">=" ? Math.ceil(minor) : Math.floor(minor);
}

async function currenciesOf({ db, team }: AuditContext): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("bank_accounts")
    .select("currency")
    .distinct()
    .where("team_id", "=", team.id)
    .execute();
  return rows.map(({ currency }) => currency);
}
