import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { instant, uuid } from "../../core/fields.ts";
import { type SearchWord, searchWord } from "../../core/fold.ts";
import { type Listing, type Page, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import type { InboxStatus, SuggestionReason } from "../../db/schema/papers.ts";
import { hasWordIn } from "../../db/words.ts";
import { minorDigits } from "../../shared/money.ts";
import type { FileKind, PaperFields } from "../../shared/paper.ts";
import type { Day } from "../../shared/time.ts";
import type { ItemRow } from "./item.ts";
import { noMatchBefore, shownStatus } from "./status.ts";

export const TABS = ["review", "reading", "done", "other", "archived"] as const;

type Tab = (typeof TABS)[number];

const STATUSES_OF: Readonly<Record<Tab, readonly InboxStatus[]>> = {
  review: ["pending", "suggested_match", "no_match"],
  reading: ["new", "processing", "analyzing"],
  done: ["done"],
  other: ["other"],
  archived: ["archived"],
};

/** Undefined and null mean no filter. The days are of the paper, else of its arrival. */
export type ItemFilter = {
  readonly tab?: Tab | undefined;
  readonly status?: InboxStatus | null | undefined;
  readonly q?: string | null | undefined;
  readonly start?: Day | null | undefined;
  readonly end?: Day | null | undefined;
};

export type SuggestedPayment = Payment & {
  readonly score: number;
  readonly why: readonly SuggestionReason[];
};

type Payment = {
  readonly transaction_id: string;
  readonly name: string;
  readonly date: Day;
  readonly amount_minor: number;
  readonly currency: string;
};

export type FoundItem = Omit<ItemRow, "team_id" | "declined" | "search_text" | "progress"> & {
  readonly summary: string | null;
  readonly file_name: string;
  readonly kind: FileKind;
  readonly pages: number | null;
  readonly fields: PaperFields;
  /** Other papers of its group. */
  readonly related: number;
  /** Best first; none for an item that is matched or filed. */
  readonly suggestions: readonly SuggestedPayment[];
  /** The payment that it is matched with. */
  readonly payment: Payment | null;
};

type Asked = {
  readonly filter: ItemFilter;
  readonly listing: Listing;
  readonly cursor: string | null | undefined;
  readonly limit: number;
};

const SortKey = z.tuple([instant, uuid]);

/** Newest first. Of a group only the primary is listed. */
export async function listItems(
  context: Context,
  { filter, listing, cursor, limit }: Asked,
): Promise<Page<FoundItem>> {
  const after = readCursor(SortKey, listing, cursor);
  const conditions = [
    ...(await conditionsOf(context, filter)),
    sql<boolean>`item.group_id is null`,
    ...(after === null
      ? []
      : [sql<boolean>`(item.created_at, item.id) < (${after[0]}, ${after[1]})`]),
  ];
  const rows = await sql<{ id: string; created_at: string }>`
    select item.id, item.created_at from inbox_items as item
    where item.team_id = ${context.team.id} and ${sql.join(conditions, sql` and `)}
    order by item.created_at desc, item.id desc limit ${limit + 1}`.execute(context.db);
  const page = pageOf(listing, rows.rows, limit, ({ created_at, id }) => [created_at, id]);
  const items = await readItems(
    context,
    page.items.map(({ id }) => id),
  );
  return { ...page, items: [...items] };
}

async function conditionsOf(
  context: Context,
  { tab, status, q, start, end }: ItemFilter,
): Promise<readonly RawBuilder<boolean>[]> {
  const part = searchWord((q ?? "").trim());
  return [
    ofStatus(context, status ?? null, tab ?? null),
    ...(part.text === "" ? [] : [await holdsPart(context, part)]),
    ...(start ? [sql<boolean>`${DAY} >= ${start}`] : []),
    ...(end ? [sql<boolean>`${DAY} <= ${end}`] : []),
  ];
}

const DAY = sql`coalesce(item.date, (select document.shown_date from documents as document
  where document.team_id = item.team_id and document.id = item.document_id))`;

function ofStatus({ now }: Context, status: InboxStatus | null, tab: Tab | null) {
  const before = noMatchBefore(now);
  if (tab !== null) return sql<boolean>`item.status in (${sql.join(STATUSES_OF[tab])})`;
  if (status === null) return sql<boolean>`item.status <> 'deleted'`;
  if (status === "pending")
    return sql<boolean>`item.status = 'pending' and item.created_at >= ${before}`;
  if (status === "no_match")
    return sql<boolean>`(item.status = 'no_match'
      or item.status = 'pending' and item.created_at < ${before})`;
  return sql<boolean>`item.status = ${status}`;
}

/** Finds a number also in amounts that are a tenth more or less. */
async function holdsPart(context: Context, part: SearchWord): Promise<RawBuilder<boolean>> {
  const isInText = hasWordIn([sql.ref("item.search_text")], part);
  const values = numbersIn(part.text);
  if (values.length === 0) return isInText;
  const near = (await currenciesIn(context)).flatMap((currency) =>
    values.map((value) => {
      const minor = value * 10 ** minorDigits(currency ?? "");
      const [least, most] = [Math.floor(minor * 0.9), Math.ceil(minor * 1.1)];
      const same =
        currency === null ? sql`item.currency is null` : sql`item.currency = ${currency}`;
      return sql`(${same} and abs(item.amount_minor) between ${least} and ${most})`;
    }),
  );
  return sql<boolean>`(${sql.join([isInText, ...near], sql` or `)})`;
}

const LARGEST = 1e12;

/**
 * Reads a text that is one number, in any spelling, with or without a currency: `1.234,56`, `1 234.56 EUR`, `1'234`.
 * Where a mark may be of thousands or of decimals, both are meant.
 */
function numbersIn(text: string): readonly number[] {
  const bare = text
    .replaceAll(/^[\p{L}\p{Sc}\s]+|[\p{L}\p{Sc}\s]+$/gu, "")
    .replaceAll(/(?<=\d)['’\s](?=\d{3})/gu, "");
  const [, digits] = /^[-+(]?(\d[\d.,]*)[-)]?$/.exec(bare) ?? [];
  if (digits === undefined) return [];
  const whole = Number(digits.replaceAll(/[.,]/g, ""));
  const [, before = "", mark, after = ""] = /^(.*)([.,])(\d*)$/.exec(digits) ?? [];
  if (mark === undefined) return within([whole]);
  const decimal = Number(`${before.replaceAll(/[.,]/g, "")}.${after}`);
  if (before.includes(mark)) return within([whole]);
  const isOpen = after.length === 3 && !/[.,]/.test(before);
  return within(isOpen ? [whole, decimal] : [decimal]);
}

function within(values: readonly number[]): readonly number[] {
  return values.filter((value) => value > 0 && value < LARGEST);
}

async function currenciesIn({ db, team }: Context): Promise<readonly (string | null)[]> {
  const rows = await db
    .selectFrom("inbox_items")
    .select("currency")
    .distinct()
    .where("team_id", "=", team.id)
    .where("amount_minor", "is not", null)
    .execute();
  return rows.map(({ currency }) => currency);
}

export const InboxCounts = z.object({
  /** Receipts that wait for a person, with or without a suggestion. */
  review: z.int(),
  reading: z.int(),
  suggested: z.int(),
});

export async function countItems({ db, team }: Context): Promise<z.input<typeof InboxCounts>> {
  const rows = await db
    .selectFrom("inbox_items")
    .select((item) => ["status", item.fn.countAll<number>().as("count")])
    .where("team_id", "=", team.id)
    .where("group_id", "is", null)
    .where("status", "in", [...STATUSES_OF.review, ...STATUSES_OF.reading])
    .groupBy("status")
    .execute();
  const of = (statuses: readonly InboxStatus[]) =>
    rows.reduce((sum, { status, count }) => sum + (statuses.includes(status) ? count : 0), 0);
  return {
    review: of(STATUSES_OF.review),
    reading: of(STATUSES_OF.reading),
    suggested: of(["suggested_match"]),
  };
}

/** Reads items in the order of the given ids. Ids that the team does not have are left out. */
export async function readItems(
  context: Context,
  ids: readonly string[],
): Promise<readonly FoundItem[]> {
  if (ids.length === 0) return [];
  const [rows, suggestions, payments] = await Promise.all([
    selectItems(context, ids),
    suggestionsOf(context, ids),
    paymentsOf(context, ids),
  ]);
  const found = rows.map(({ team_id: _team, declined: _declined, progress, ...row }) => {
    const { search_text: _text, fields, related, ...item } = row;
    const status = shownStatus(item, context.now);
    const isOpen = status === "suggested_match" && progress === "suggested_match";
    const { inbox_id: _id, ...payment } = payments.find(({ inbox_id }) => inbox_id === item.id) ?? {
      inbox_id: null,
    };
    return {
      ...item,
      status,
      fields: fields ?? {},
      related: Number(related),
      suggestions: isOpen ? (suggestions.get(item.id) ?? []) : [],
      payment: "transaction_id" in payment ? payment : null,
    };
  });
  const byId = new Map(found.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function selectItems({ db, team }: Context, ids: readonly string[]) {
  return db
    .selectFrom("inbox_items as item")
    .innerJoin("documents as document", (join) =>
      join
        .onRef("document.team_id", "=", "item.team_id")
        .onRef("document.id", "=", "item.document_id"),
    )
    .innerJoin("files as file", (join) =>
      join
        .onRef("file.team_id", "=", "document.team_id")
        .onRef("file.sha256", "=", "document.sha256"),
    )
    .leftJoin("document_texts as text", (join) =>
      join
        .onRef("text.team_id", "=", "item.team_id")
        .onRef("text.document_id", "=", "item.document_id"),
    )
    .selectAll("item")
    .select(["document.summary", "document.name as file_name", "document.pages"])
    .select(["file.kind", "text.fields"])
    .select((item) =>
      item
        .selectFrom("inbox_items as other")
        .whereRef("other.team_id", "=", "item.team_id")
        .where((other) =>
          other.or([
            other("other.group_id", "=", other.fn.coalesce("item.group_id", "item.id")),
            other("other.id", "=", other.ref("item.group_id")),
          ]),
        )
        .whereRef("other.id", "!=", "item.id")
        .select((other) => other.fn.countAll<number>().as("count"))
        .as("related"),
    )
    .where("item.team_id", "=", team.id)
    .where("item.id", "in", ids)
    .execute();
}

async function suggestionsOf({ db, team }: Context, ids: readonly string[]) {
  const rows = await db
    .selectFrom("inbox_suggestions as found")
    .innerJoin("transactions as payment", (join) =>
      join
        .onRef("payment.team_id", "=", "found.team_id")
        .onRef("payment.id", "=", "found.transaction_id"),
    )
    .select(["found.inbox_id", "found.transaction_id", "found.score", "found.why"])
    .select(["payment.name", "payment.date", "payment.amount_minor", "payment.currency"])
    .where("found.team_id", "=", team.id)
    .where("found.inbox_id", "in", ids)
    .orderBy("found.score", "desc")
    .orderBy("payment.date", "desc")
    .orderBy("payment.id")
    .execute();
  const byItem = Map.groupBy(rows, ({ inbox_id }) => inbox_id);
  return new Map(
    [...byItem].map(([id, some]) => [id, some.map(({ inbox_id: _id, ...one }) => one)]),
  );
}

async function paymentsOf({ db, team }: Context, ids: readonly string[]) {
  return db
    .selectFrom("transaction_attachments as made")
    .innerJoin("transactions as payment", (join) =>
      join
        .onRef("payment.team_id", "=", "made.team_id")
        .onRef("payment.id", "=", "made.transaction_id"),
    )
    .select(["made.inbox_id", "made.transaction_id"])
    .select(["payment.name", "payment.date", "payment.amount_minor", "payment.currency"])
    .where("made.team_id", "=", team.id)
    .where("made.inbox_id", "in", ids)
    .execute();
}
