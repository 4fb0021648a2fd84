import type { Output } from "../../../api.ts";
import { counted } from "../../../numbers.ts";

type Removal = Output<"GET /api/teams/:team/imports/:id/removal">;

/** Tells the effects of a removal: after the number comes what people lose. */
export function lossesOf({
  counts,
  balances,
  knows_before,
}: Pick<Removal, "counts" | "balances" | "knows_before">): readonly string[] {
  const {
    added,
    categorised,
    split,
    linked,
    noted,
    exported,
    paying,
    put_back,
    kept,
    booked_later,
  } = counts;
  const of = (count: number, words: string) =>
    count === 0 ? [] : [`${count.toLocaleString("en-GB")} of them ${words}`];
  return [
    added === 0 ? "No transaction of it is left." : `${counted(added, "transaction")} will go.`,
    ...of(categorised, "got a category from somebody."),
    ...of(split, "got split into parts."),
    ...of(noted, "got a note."),
    ...of(linked, "went into a transfer. The other side stays, and is no longer linked."),
    ...of(paying, "pay invoices. The payments stay, without a transaction."),
    ...of(exported, "went to your accountant. Tell them."),
    ...(put_back === 0
      ? []
      : [`${counted(put_back, "transaction")} that it updated will be as before.`]),
    ...(kept === 0 ? [] : [keptWords(kept, knows_before)]),
    ...(booked_later === 0
      ? []
      : [
          `${counted(booked_later, "transaction")} that a later import booked will stay with that one.`,
        ]),
    ...(balances === 0
      ? []
      : [
          `${counted(balances, "balance")} that the file stated will go. A balance that it replaced does not come back.`,
        ]),
  ];
}

function keptWords(count: number, knowsBefore: boolean): string {
  const [were, they, their] = count === 1 ? ["was", "it is", "its"] : ["were", "they are", "their"];
  const rows = `${counted(count, "transaction")} that it updated`;
  return knowsBefore
    ? `${rows} ${were} changed since, and will stay as ${they}.`
    : `${rows} will stay as ${they}: ${their} earlier values were deleted after 30 days.`;
}

export function stopsTitle(count: number): string {
  return count === 1
    ? "A transaction that your accountant has keeps it from being removed"
    : `${count.toLocaleString("en-GB")} transactions that your accountant has keep it from being removed`;
}
