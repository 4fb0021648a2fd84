import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { decimalText } from "../../shared/money.ts";
import type { Row } from "../transactions/transaction.ts";
import type { ItemRow } from "./item.ts";
import { askedTogether, type TaxPaper } from "./paper-tax.ts";
import { amountFit, NOTHING_BESIDE, type Paper, pointsOf, type Scored } from "./suggest/points.ts";
import { conversions, readItemsToMatch } from "./suggest/suggest-payments.ts";

/** A receipt that was just matched with a payment. */
export type MadeMatch = {
  readonly item: ItemRow;
  readonly payment: Row;
  /** All papers of the payment whose amounts count. */
  readonly papers: readonly TaxPaper[];
};

/**
 * Says, by receipts' ids, where the amount of a receipt is not that of its payment, or money went the other way. In
 * another currency the amounts are never quite the same, so the names have to differ too. Matches that are suggested
 * are in no doubt.
 */
export async function doubtsAbout(
  context: Context,
  all: readonly MadeMatch[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const latest = new Map(all.map(({ payment, papers }) => [payment.id, papers]));
  const made = all.map((one) => ({ ...one, papers: latest.get(one.payment.id) ?? one.papers }));
  const unlike = made.filter((one) => !hasAmountOf(one));
  const unsure = await notSuggested(context, unlike);
  if (unsure.length === 0) return new Map();
  const items = await readItemsToMatch(context, { ids: unsure.map(({ item }) => item.id) });
  const doubts = new Map<string, readonly string[]>();
  for (const one of unsure) {
    const item = items.find(({ id }) => id === one.item.id);
    if (item === undefined) continue;
    const paper = { ...item, currency: item.currency ?? one.payment.currency };
    const converted = (await conversions(context, paper, [one.payment]))(one.payment);
    // Matches of earlier receipts count for nothing: they may have been wrong in the same way.
    const doubt = doubtOf(one, pointsOf(paper, one.payment, { ...NOTHING_BESIDE, converted }));
    if (doubt !== null) doubts.set(one.item.id, [doubt]);
  }
  return doubts;
}

/** True also where all papers of the payment come to it together, and for a receipt without an amount. */
function hasAmountOf({ item, payment, papers }: MadeMatch): boolean {
  if (item.amount_minor === null) return true;
  const paper: Paper = {
    ...item,
    currency: item.currency ?? payment.currency,
    prepaid_minor: null,
    reference: null,
  };
  const together = askedTogether(payment, papers);
  const sums = together === null ? [] : [{ ...paper, ...together }];
  return [paper, ...sums].some((one) => amountFit(one, payment, null).fit !== "other");
}

async function notSuggested(
  { db, team }: Context,
  made: readonly MadeMatch[],
): Promise<readonly MadeMatch[]> {
  if (made.length === 0) return [];
  const suggested = await db
    .selectFrom("inbox_suggestions")
    .select(["inbox_id", "transaction_id"])
    .where("team_id", "=", team.id)
    .where(
      "inbox_id",
      "in",
      made.map(({ item }) => item.id),
    )
    .execute();
  return made.filter(
    ({ item, payment }) =>
      !suggested.some((one) => one.inbox_id === item.id && one.transaction_id === payment.id),
  );
}

function doubtOf({ item, payment, papers }: MadeMatch, { why }: Scored): string | null {
  const fits = (about: (typeof why)[number]["about"]) =>
    why.some((reason) => reason.about === about && reason.fit !== "other");
  if (item.amount_minor === null || fits("amount")) return null;
  const currency = item.currency ?? payment.currency;
  const isOtherWay = Math.sign(item.amount_minor) === Math.sign(payment.amount_minor);
  const isNamed = fits("name") || fits("reference");
  if (!isOtherWay && currency !== payment.currency && isNamed) return null;
  const together = papers.length > 1 ? askedTogether(payment, papers) : null;
  const of = item.vendor === null ? "" : ` of ${quoted(item.vendor)}`;
  const amount = money(item.amount_minor, currency);
  // The same sum means that the other papers have no amount.
  const sum =
    together === null || together.amount_minor === item.amount_minor
      ? ""
      : ` (with the other papers of the transaction ${money(together.amount_minor, payment.currency)})`;
  const reasons = [
    isOtherWay
      ? wayOf(payment)
      : currency === payment.currency
        ? "the amounts differ"
        : "the amounts do not tell that they belong together",
    ...(isNamed || item.vendor === null ? [] : ["the names have nothing in common"]),
  ];
  return `The receipt ${quoted(item.name)}${of} is of ${amount}${sum}, and the transaction ${quoted(payment.name)} of ${payment.date} is of ${money(payment.amount_minor, payment.currency)}: ${reasons.join(", and ")}. If this is not its payment, take it off on the receipt's page in the web app.`;
}

function wayOf({ amount_minor }: Row): string {
  return amount_minor > 0
    ? "the receipt is of money out, while the transaction is money in"
    : "the receipt is a credit note, while the transaction is money out";
}

function money(minor: number, currency: string): string {
  return `${decimalText(minor, currency)} ${currency}`;
}
