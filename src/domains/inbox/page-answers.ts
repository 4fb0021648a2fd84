import { z } from "zod";
import { day, event, notices, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import type { InboxStatus } from "../../db/schema/papers.ts";
import { readDocuments } from "../documents/find-documents.ts";
import { DocumentRow, documentRow, fileKind, paperProblem } from "../documents/page-answers.ts";
import { Exchange, findBase } from "../rates/find-crosses.ts";
import { type FoundItem, readItems } from "./find-items.ts";
import { noItem } from "./item.ts";
import { HAND_FIELDS } from "./paper-columns.ts";
import { windowOf } from "./suggest/points.ts";
import { arrivalOf } from "./suggest/suggest-payments.ts";

/** Receipts as the web app gets them. Amounts are in minor units. */

const words = z.string().nullable();
const minor = z.int().nullable();

export const inboxStatus = z.enum([
  "new",
  "processing",
  "analyzing",
  "pending",
  "suggested_match",
  "no_match",
  "done",
  "archived",
  "deleted",
  "other",
] as const satisfies readonly InboxStatus[]);

const sure = z.enum(["high", "medium", "low"]);

const ShownPayment = z.object({
  id: uuid,
  name: z.string(),
  date: z.string(),
  amount_minor: z.int(),
  currency: z.string(),
});

const InboxRow = z.object({
  id: uuid,
  document_id: uuid,
  name: z.string(),
  vendor: words,
  type: z.enum(["invoice", "expense", "other"]).nullable(),
  status: inboxStatus,
  amount_minor: minor,
  payable_minor: minor,
  currency: words,
  tax_minor: minor,
  tax_rate_bp: minor,
  tax_type: words,
  date: words,
  due_date: words,
  number: words,
  /** Null for what was not found, and high for what a person typed. */
  sure: z.object({ amount: sure.nullable(), date: sure.nullable() }),
  /** Other papers of its group. */
  related: z.int(),
  /** True while it is probably a copy of another receipt. */
  is_copy: z.boolean(),
  suggestion: z
    .object({
      transaction_id: uuid,
      name: z.string(),
      amount_minor: z.int(),
      currency: z.string(),
      date: z.string(),
      score: z.int(),
    })
    .nullable(),
  /** The payment that it is matched with. */
  transaction: ShownPayment.nullable(),
  problem: paperProblem.nullable(),
  created_at: z.string(),
  kind: fileKind,
  pages: z.int().nullable(),
});

export const InboxRows = z.object({ items: z.array(InboxRow), nextCursor: z.string().nullable() });

export function sureOf({ hand, fields }: Pick<FoundItem, "hand" | "fields">) {
  const of = (name: "amount_minor" | "date") =>
    hand[name] === undefined ? (fields[name]?.sure ?? null) : hand[name] === null ? null : "high";
  return { amount: of("amount_minor"), date: of("date") } as const;
}

export function inboxRow(item: FoundItem): z.input<typeof InboxRow> {
  const { id, document_id, name, vendor, type, status, amount_minor, payable_minor } = item;
  const { currency, tax_minor, tax_rate_bp, tax_type, date, due_date, number, related } = item;
  const { problem, created_at, kind, pages, suggestions, payment } = item;
  const [best] = suggestions;
  return {
    id,
    document_id,
    name,
    vendor,
    type,
    status,
    amount_minor,
    payable_minor,
    currency,
    tax_minor,
    tax_rate_bp,
    tax_type,
    date,
    due_date,
    number,
    related,
    is_copy: item.duplicate_of !== null,
    problem,
    created_at,
    kind,
    pages,
    sure: sureOf(item),
    suggestion: best === undefined ? null : withoutWhy(best),
    transaction: payment && shownPayment(payment),
  };
}

function withoutWhy({ why: _why, ...suggestion }: FoundItem["suggestions"][number]) {
  return suggestion;
}

function shownPayment({ transaction_id: id, ...payment }: NonNullable<FoundItem["payment"]>) {
  return { id, ...payment };
}

const value = z.union([z.string(), z.number()]).nullable();

const ShownReason = z.object({
  about: z.enum(["amount", "date", "name", "reference", "against"]),
  fit: z.enum(["same", "near", "other"]),
  points: z.int(),
  paper: z.string(),
  payment: z.string(),
});

export const ShownSuggestion = z.object({
  transaction: ShownPayment,
  score: z.int(),
  why: z.array(ShownReason),
});

const ShownAttachment = z.object({
  id: uuid,
  document: DocumentRow,
  /** The receipt whose match brought it; null for a file that was attached by hand. */
  item_id: uuid.nullable(),
  created_at: z.string(),
});

export const ShownAttachments = z.array(ShownAttachment);

export const ShownItem = InboxRow.extend({
  /** The first of its group; its own id for a primary. */
  primary_id: uuid,
  /** By name; `from` is hand for what a person typed. */
  fields: z.record(
    z.string(),
    z.object({
      value,
      sure,
      from: z.enum(["xml", "text", "ocr", "mail", "hand"]),
      place: z.object({ page: z.int(), box: z.array(z.number()) }).nullable(),
      /** The value in the paper, where a person typed something else. */
      read: value,
    }),
  ),
  taxes: z.array(z.object({ rate_bp: z.int(), net_minor: z.int().nullable(), tax_minor: z.int() })),
  /** Names of the fields that a person typed. */
  hand: z.array(z.string()),
  group: z.array(InboxRow),
  duplicate: InboxRow.nullable(),
  suggestions: z.array(ShownSuggestion),
  /** Range of days in which payments were looked for. Null when none are looked for. */
  searched: z
    .object({
      start: day,
      end: day,
      /** Last day of the bank files that were imported; null before the first. */
      imported: day.nullable(),
    })
    .nullable(),
  /** The amount in the team's currency; null in that currency, and without a rate. */
  base: Exchange.omit({ is_settled: true }).extend({ minor: z.int() }).nullable(),
  attachments: z.array(z.object({ id: uuid, transaction: ShownPayment, is_match: z.boolean() })),
  document: DocumentRow,
  /** Null for a file that came in another way. */
  mail: z.object({ sender: words, is_from_outside: z.boolean() }).nullable(),
  /** To be sent as `seen` with a change. */
  seen: z.string(),
  event,
  notices,
});

type ShownItem = z.input<typeof ShownItem>;

/** Facts about a write besides the receipt as it is now. */
type Told = { readonly event?: string | null; readonly notices?: readonly string[] };

/** @throws Refusal for an unknown id */
export async function getShownItem(
  context: Context,
  { id }: { readonly id: string },
  { event = null, notices = [] }: Told = {},
): Promise<ShownItem> {
  const [item] = await readItems(context, [id]);
  if (item === undefined) throw noItem(id);
  const primaryId = item.group_id ?? item.id;
  const [group, duplicates, [document], mail, attachments, searched, base] = await Promise.all([
    readItems(context, await groupIds(context, primaryId)),
    readItems(context, item.duplicate_of === null ? [] : [item.duplicate_of]),
    readDocuments(context, [item.document_id]),
    mailOf(context, item.document_id),
    attachmentsOf(context, item.document_id),
    searchedFor(context, item),
    baseOf(context, item),
  ]);
  const [duplicate] = duplicates;
  if (document === undefined) throw noItem(id);
  return {
    ...inboxRow(item),
    primary_id: primaryId,
    fields: fieldsOf(item),
    taxes: [...(item.fields.taxes ?? [])],
    hand: HAND_FIELDS.filter((name) => item.hand[name] !== undefined),
    group: group.filter((other) => other.id !== id).map(inboxRow),
    duplicate: duplicate === undefined ? null : inboxRow(duplicate),
    suggestions: item.suggestions.map(({ score, why, ...payment }) => ({
      transaction: shownPayment(payment),
      score,
      why: [...why],
    })),
    searched,
    base,
    attachments: attachments.map(({ attachment_id, inbox_id, ...transaction }) => ({
      id: attachment_id,
      transaction,
      is_match: inbox_id !== null,
    })),
    document: documentRow(document),
    mail,
    seen: item.updated_at,
    event,
    ...(notices.length === 0 ? {} : { notices: [...notices] }),
  };
}

const LOOKING: ReadonlySet<FoundItem["status"]> = new Set([
  "pending",
  "suggested_match",
  "no_match",
]);

async function searchedFor({ db, team }: Context, item: FoundItem): Promise<ShownItem["searched"]> {
  if (!LOOKING.has(item.status)) return null;
  const { from: start, to: end } = windowOf(item, arrivalOf(item));
  const { imported } = await db
    .selectFrom("imports")
    .select(({ fn }) => fn.max("last_date").as("imported"))
    .where("team_id", "=", team.id)
    .executeTakeFirstOrThrow();
  return { start, end, imported };
}

async function baseOf(context: Context, item: FoundItem): Promise<ShownItem["base"]> {
  const { amount_minor, currency, date } = item;
  if (amount_minor === null || currency === null) return null;
  const found = await findBase(context, { amount_minor, currency, date: date ?? arrivalOf(item) });
  if (found === null || found.base_minor === null) return null;
  const { base_minor: minor, ...exchange } = found;
  return { minor, ...exchange };
}

function fieldsOf({ fields, hand }: FoundItem): ShownItem["fields"] {
  const { taxes: _taxes, ...single } = fields;
  const read = Object.entries(single).map(([name, field]) => {
    const place = field.place && { page: field.place.page, box: [...field.place.box] };
    return [name, { ...field, place, read: field.value }] as const;
  });
  const known = new Map(read);
  const typed = HAND_FIELDS.flatMap((name): Shown[] => {
    const value = hand[name];
    if (value === undefined) return [];
    const { place = null, read = null } = known.get(name) ?? {};
    return [[name, { value, sure: "high", from: "hand", place, read }]];
  });
  const shown: ShownItem["fields"] = {};
  for (const [name, field] of [...read, ...typed]) shown[name] = field;
  return shown;
}

type Shown = readonly [string, ShownItem["fields"][string]];

async function groupIds({ db, team }: Context, primaryId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("inbox_items")
    .select("id")
    .where("team_id", "=", team.id)
    .where("group_id", "=", primaryId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return [primaryId, ...rows.map(({ id }) => id)];
}

async function mailOf({ db, team }: Context, documentId: string): Promise<ShownItem["mail"]> {
  const row = await db
    .selectFrom("documents")
    .select("origin")
    .where("team_id", "=", team.id)
    .where("id", "=", documentId)
    .where("source", "=", "mail")
    .executeTakeFirst();
  if (row === undefined || row.origin === null) return null;
  const { sender, is_from_outside = false } = row.origin;
  return { sender, is_from_outside };
}

const MOST_LINKED = 100;

async function attachmentsOf({ db, team }: Context, documentId: string) {
  return db
    .selectFrom("transaction_attachments as made")
    .innerJoin("transactions as payment", (join) =>
      join
        .onRef("payment.team_id", "=", "made.team_id")
        .onRef("payment.id", "=", "made.transaction_id"),
    )
    .select(["made.id as attachment_id", "made.inbox_id"])
    .select(["payment.id", "payment.name", "payment.date", "payment.amount_minor"])
    .select("payment.currency")
    .where("made.team_id", "=", team.id)
    .where("made.document_id", "=", documentId)
    .orderBy("made.created_at")
    .orderBy("made.id")
    .limit(MOST_LINKED)
    .execute();
}
