import { sql } from "kysely";
import type { z } from "zod";
import { byId, text } from "../../../core/fields.ts";
import type { Context } from "../../../db/context.ts";
import type { OfTeam } from "../../../db/outbox.ts";
import type { SuggestionReason } from "../../../db/schema/papers.ts";
import { lockTeam, transaction } from "../../../db/transaction.ts";
import type { Day } from "../../../shared/time.ts";
import { numberHash, readAccountNumber } from "../../bank-accounts/account-number.ts";
import { baseAmount, findCrosses } from "../../rates/find-crosses.ts";
import { attachedAmong, findIds } from "../../transactions/find-transactions.ts";
import { matchingOf } from "../../transactions/transaction-filter.ts";
import { type ItemRow, lockItems, noItem } from "../item.ts";
import { OPEN_STATUSES, settleStatus } from "../status.ts";
import { findLikelyPayments, readPayments } from "./candidates.ts";
import {
  type Beside,
  CLOSE,
  ENOUGH,
  EQUALLY_GOOD,
  NOTHING_BESIDE,
  type Paper,
  type Payment,
  pointsOf,
} from "./points.ts";

/** More are no help to whoever chooses. */
const MOST_SUGGESTED = 3;

export type OpenItem = Paper &
  Pick<ItemRow, "id" | "document_id" | "declined" | "created_at" | "updated_at"> & {
    readonly iban: string | null;
  };

export type ScoredPayment = {
  readonly payment: Payment;
  readonly score: number;
  readonly why: readonly SuggestionReason[];
};

/**
 * Looks for the payment of a receipt, and writes down the best with their reasons. Does nothing for one that is filed,
 * matched or grouped by now. Nothing is matched here.
 */
export async function suggestFor(context: OfTeam, { id }: { readonly id: string }): Promise<void> {
  const [item] = await readOpenItems(context, { ids: [id] });
  if (item === undefined) return;
  const ids = await likelyIds(context, item);
  const scored = await scoreOf(context, item, await readPayments(context, ids));
  const chosen = scored.filter(({ score }) => score >= ENOUGH).slice(0, MOST_SUGGESTED);
  await writeSuggestions(context, item, chosen);
}

type Which = { readonly ids?: readonly string[]; readonly most?: number };

/** A payment that was declined is only found by its words. */
async function likelyIds(context: OfTeam, item: OpenItem): Promise<readonly string[]> {
  const ids = await findLikelyPayments(context, item, arrivalOf(item));
  return ids.filter((id) => !item.declined.includes(id));
}

/** Receipts that look for a payment, at most so many; the newest first. */
export async function readOpenItems(context: OfTeam, which: Which): Promise<readonly OpenItem[]> {
  return readItemsToMatch(context, which, OPEN_STATUSES);
}

export async function readItemsToMatch(
  { db, team }: OfTeam,
  { ids, most = 1 }: Which,
  statuses?: typeof OPEN_STATUSES,
): Promise<readonly OpenItem[]> {
  const rows = await db
    .selectFrom("inbox_items as item")
    .leftJoin("document_texts as text", (join) =>
      join
        .onRef("text.team_id", "=", "item.team_id")
        .onRef("text.document_id", "=", "item.document_id"),
    )
    .select(["item.id", "item.document_id", "item.declined", "item.created_at"])
    .select(["item.updated_at", "item.type", "item.vendor", "item.vendor_key", "item.number"])
    .select(["item.date", "item.due_date", "item.currency", "item.amount_minor"])
    .select(["item.payable_minor", "text.fields"])
    .where("item.team_id", "=", team.id)
    .$if(statuses !== undefined, (query) =>
      query
        .where("item.status", "in", statuses ?? OPEN_STATUSES)
        .where("item.group_id", "is", null)
        .where("item.duplicate_of", "is", null),
    )
    .$if(ids !== undefined, (query) => query.where("item.id", "in", ids ?? []))
    .orderBy("item.created_at", "desc")
    .orderBy("item.id", "desc")
    .limit(ids?.length ?? most)
    .execute();
  return rows.map(({ fields, ...row }) => ({
    ...row,
    prepaid_minor: fields?.prepaid_minor?.value ?? null,
    iban: fields?.iban?.value ?? null,
    reference: fields?.reference?.value ?? null,
  }));
}

export function arrivalOf({ created_at }: Pick<OpenItem, "created_at">): Day {
  return created_at.slice(0, 10);
}

/** Scores payments for a receipt, the best first. */
export async function scoreOf(
  context: OfTeam,
  item: OpenItem,
  payments: Awaited<ReturnType<typeof readPayments>>,
): Promise<readonly ScoredPayment[]> {
  const besideOf = await besides(context, item, payments);
  const scored = payments.map((payment) => ({
    payment,
    ...pointsOf(item, payment, besideOf(payment)),
  }));
  const ordered = scored.toSorted((one, other) => byScore(item, one, other));
  return withoutRivals(ordered).toSorted((one, other) => byScore(item, one, other));
}

function byScore(item: OpenItem, one: ScoredPayment, other: ScoredPayment): number {
  if (one.score !== other.score) return other.score - one.score;
  const [near, far] = [one, other].map(({ payment }) => distance(item, payment));
  if (near !== far) return (near ?? 0) - (far ?? 0);
  return one.payment.id < other.payment.id ? -1 : 1;
}

function distance({ date }: OpenItem, payment: Payment): number {
  return date === null ? 0 : Math.abs(Date.parse(date) - Date.parse(payment.date));
}

/** Takes points off the best and those that are about as good: a person has to look. */
function withoutRivals(ordered: readonly ScoredPayment[]): readonly ScoredPayment[] {
  const best = ordered[0]?.score ?? 0;
  const close = ordered.filter(({ score }) => best - score <= CLOSE);
  if (best < ENOUGH || close.length < 2) return ordered;
  const reason: SuggestionReason = {
    about: "against",
    fit: "other",
    points: EQUALLY_GOOD,
    paper: "",
    payment: `${close.length} equally good`,
  };
  return ordered.map((one) =>
    close.includes(one)
      ? { ...one, score: one.score + EQUALLY_GOOD, why: [...one.why, reason] }
      : one,
  );
}

type Read = Awaited<ReturnType<typeof readPayments>>[number];

/** Reads in few queries what stands in neither the receipt nor the payments. */
async function besides(
  context: OfTeam,
  item: OpenItem,
  payments: readonly Read[],
): Promise<(payment: Read) => Beside> {
  if (payments.length === 0) return () => NOTHING_BESIDE;
  const [convertedOf, receipted, pairs] = await Promise.all([
    conversions(context, item, payments),
    attachedAmong(
      context,
      payments.map(({ id }) => id),
    ),
    pairsAmong(
      context,
      payments.flatMap(({ party_key }) => party_key ?? []),
    ),
  ]);
  const hash = ibanHash(context, item);
  return (payment) => {
    const known = pairs.filter(({ party_key }) => party_key === payment.party_key);
    const count = (isOwn: boolean) =>
      known
        .filter(({ vendor_key }) => (vendor_key === item.vendor_key) === isOwn)
        .reduce((sum, pair) => sum + pair.count, 0);
    return {
      converted: convertedOf(payment),
      hasReceipt: receipted.has(payment.id),
      pairs: item.vendor_key === null ? 0 : count(true),
      otherPairs: count(false),
      hasIban: hash !== null && payment.counterparty_hash === hash,
    };
  };
}

/** Converts the gross amount to the currency of each payment, by the rate of the payment's day. */
export async function conversions(
  context: OfTeam,
  { amount_minor, currency }: Pick<Paper, "amount_minor" | "currency">,
  payments: readonly Pick<Payment, "currency" | "date">[],
): Promise<(payment: Pick<Payment, "currency" | "date">) => Beside["converted"]> {
  if (amount_minor === null || currency === null) return () => null;
  const foreign = payments.filter((payment) => payment.currency !== currency);
  const found = await Promise.all(
    [...Map.groupBy(foreign, (payment) => payment.currency)].map(async ([to, some]) => {
      const dated = some.map(({ date }) => ({ date, currency }));
      return [to, await findCrosses(context, to, dated)] as const;
    }),
  );
  const crossesTo = new Map(found);
  return (payment) => {
    const cross = crossesTo.get(payment.currency)?.({ date: payment.date, currency }) ?? null;
    if (cross === null) return null;
    const minor = baseAmount(amount_minor, currency, payment.currency, cross);
    return minor === null ? null : { minor, day: cross.day };
  };
}

/** Times that receipts of a vendor were matched with payments of a party. */
async function pairsAmong({ db, team }: OfTeam, partyKeys: readonly string[]) {
  const keys = [...new Set(partyKeys)];
  if (keys.length === 0) return [];
  return db
    .selectFrom("transactions as payment")
    .innerJoin("transaction_attachments as made", (join) =>
      join
        .onRef("made.team_id", "=", "payment.team_id")
        .onRef("made.transaction_id", "=", "payment.id"),
    )
    .innerJoin("inbox_items as item", (join) =>
      join.onRef("item.team_id", "=", "made.team_id").onRef("item.id", "=", "made.inbox_id"),
    )
    .select(["payment.party_key", "item.vendor_key"])
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("payment.team_id", "=", team.id)
    .where("payment.party_key", "in", keys)
    .where("item.vendor_key", "is not", null)
    .groupBy(["payment.party_key", "item.vendor_key"])
    .execute();
}

export function ibanHash(
  { sealing, team }: Pick<OfTeam, "sealing" | "team">,
  { iban }: Pick<OpenItem, "iban">,
): string | null {
  if (iban === null || sealing === null) return null;
  return numberHash(sealing, team.id, readAccountNumber(iban).normal);
}

/** Writes nothing over a receipt that changed since it was read: it is looked at again then. */
async function writeSuggestions(
  context: OfTeam,
  item: OpenItem,
  chosen: readonly ScoredPayment[],
): Promise<void> {
  await transaction(context, async (context) => {
    const { db, team } = context;
    await lockTeam(context);
    const [row] = await lockItems(context, [item.id]);
    if (row === undefined || row.updated_at !== item.updated_at) return;
    await sql`delete from inbox_suggestions
      where team_id = ${team.id} and inbox_id = ${item.id}`.execute(db);
    const there = await stillThere(context, chosen);
    if (there.length > 0)
      await db
        .insertInto("inbox_suggestions")
        .values(
          there.map(({ payment, score, why }) => ({
            team_id: team.id,
            inbox_id: item.id,
            transaction_id: payment.id,
            score,
            why: JSON.stringify(why),
          })),
        )
        .execute();
    await db
      .updateTable("inbox_items")
      .set({ progress: there.length > 0 ? "suggested_match" : "pending" })
      .where("team_id", "=", team.id)
      .where("id", "=", item.id)
      .execute();
    await settleStatus(context, [item.id]);
  });
}

/** A payment may have been deleted meanwhile. */
async function stillThere(
  context: OfTeam,
  chosen: readonly ScoredPayment[],
): Promise<readonly ScoredPayment[]> {
  const rows = await readPayments(
    context,
    chosen.map(({ payment }) => payment.id),
  );
  const ids = new Set(rows.map(({ id }) => id));
  return chosen.filter(({ payment }) => ids.has(payment.id));
}

export const AskCandidates = byId.extend({
  /** Words, or an amount, of any payment; without it, those that may be the receipt's. */
  q: text(200).optional(),
});

/** Payments that are shown to choose from at most. */
const MOST_CANDIDATES = 20;

/**
 * Payments to choose from for a receipt, the best first: also those that are too unlike to be suggested.
 * @throws Refusal for an unknown receipt
 */
export async function listCandidates(
  context: Context,
  { id, q = "" }: z.output<typeof AskCandidates>,
): Promise<readonly ScoredPayment[]> {
  const [item] = await readItemsToMatch(context, { ids: [id] });
  if (item === undefined) throw noItem(id);
  const isSearch = q.trim() !== "";
  const ids = isSearch ? await searchPayments(context, q) : await likelyIds(context, item);
  const scored = await scoreOf(context, item, await readPayments(context, ids));
  const shown = isSearch ? scored : scored.filter(({ score }) => score > 0);
  return shown.slice(0, MOST_CANDIDATES);
}

async function searchPayments(context: Context, q: string): Promise<readonly string[]> {
  const matching = await matchingOf(context, { q });
  return findIds(context, matching, {
    isNewestFirst: true,
    after: null,
    rows: MOST_CANDIDATES * 3,
  });
}
