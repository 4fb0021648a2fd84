import { z } from "zod";
import { filterDay, uuid } from "../../core/fields.ts";
import { sumOf, tellable } from "../../core/money.ts";
import type { Context } from "../../db/context.ts";
import { addDays, startOfDay } from "../../shared/calendar.ts";
import { type Day, dayIn } from "../../shared/time.ts";
import { zoneOf } from "../team/today.ts";
import {
  latestMoves,
  type Move,
  MOVE_KINDS,
  type MoveKind,
  type MoveRange,
  type MoveSum,
  sumMoves,
} from "./find-moves.ts";
import { requireCustomer } from "./get-customer.ts";

export const StatementOf = z.strictObject({
  id: uuid,
  from: filterDay.optional(),
  to: filterDay.optional().describe("last day, counted too"),
});

export type StatementOf = z.output<typeof StatementOf>;

const minor = z.int();
const text = z.string().nullable();

const Line = z.object({
  kind: z.enum(MOVE_KINDS),
  id: uuid,
  /** The invoice, or the credit note. */
  document_id: uuid,
  number: z.string(),
  /** Number of the invoice that a credit note corrects. */
  credits_number: text,
  day: z.string(),
  /** Below 0 where the customer owes less by it. */
  amount_minor: minor,
  balance_minor: minor,
  reference: text,
  due_date: text,
  method: z.enum(["transfer", "card", "cash", "other"]).nullable(),
  note: text,
});

const Account = z.object({
  currency: z.string(),
  /** Balance before the first line. Above 0: the customer owes it. */
  opening_minor: minor,
  lines: z.array(Line),
  /** Earlier lines of the range, which are in the opening balance. */
  left_out: z.int(),
  /** Sums of the whole range. */
  invoiced_minor: minor,
  credited_minor: minor,
  paid_minor: minor,
  refunded_minor: minor,
  closing_minor: minor,
});

export const Statement = z.object({
  /** One for each currency, by the alphabet: nothing is summed across them. */
  accounts: z.array(Account),
});

export type Statement = z.output<typeof Statement>;

type Account = z.output<typeof Account>;

/** Lines of all currencies that an answer has. */
const MOST_LINES = 500;

/**
 * Tells what a customer was charged and has paid, with the balance behind each line. Drafts are no part of it.
 * @throws Refusal `too_large`, and for an id that the team does not have
 */
export async function getStatement(
  context: Context,
  { id, ...days }: StatementOf,
  most = MOST_LINES,
): Promise<Statement> {
  await requireCustomer(context, { id });
  const zone = await zoneOf(context);
  const range = rangeIn(zone, days);
  const [sums, moves] = await Promise.all([
    sumMoves(context, id, range),
    latestMoves(context, id, { ...range, rows: most }),
  ]);
  const dated = moves.map((move) => ({ ...move, day: move.day ?? dayIn(zone, move.at) }));
  const shown = dated.toSorted(inOrder).slice(-most);
  const byCurrency = Map.groupBy(sums, ({ currency }) => currency);
  return {
    accounts: [...byCurrency].map(([currency, some]) =>
      accountOf(
        currency,
        some,
        shown.filter((move) => move.currency === currency),
      ),
    ),
  };
}

function rangeIn(zone: string, { from, to }: Pick<StatementOf, "from" | "to">): MoveRange {
  return {
    from,
    to,
    starts: from === undefined ? undefined : startOfDay(zone, from),
    ends: to === undefined ? undefined : startOfDay(zone, addDays(to, 1)),
  };
}

type Dated = Move & { readonly day: Day };

function inOrder(one: Dated, other: Dated): number {
  return keyOf(one) < keyOf(other) ? -1 : 1;
}

/** Charges come before payments of the same day. */
function keyOf({ day, kind, at, id }: Dated): string {
  return `${day} ${MOVE_KINDS.indexOf(kind)} ${at} ${id}`;
}

function accountOf(currency: string, sums: readonly MoveSum[], moves: readonly Dated[]): Account {
  const before = sums.reduce((sum, { before }) => sum + sumOf(before), 0n);
  const within = (kinds: readonly MoveKind[]) =>
    sums
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((sum, { within }) => sum + sumOf(within), 0n);
  const closing = tellable(before + within(MOVE_KINDS));
  const shown = moves.reduce((sum, { minor }) => sum + BigInt(minor), 0n);
  const opening = tellable(closing - shown);
  const count = sums.reduce((sum, { count }) => sum + count, 0);
  return {
    currency,
    opening_minor: Number(opening),
    lines: linesOf(moves, opening),
    left_out: count - moves.length,
    invoiced_minor: Number(within(["invoice"])),
    credited_minor: Number(-within(["credit_note", "void"])),
    paid_minor: Number(-within(["payment"])),
    refunded_minor: Number(within(["refund"])),
    closing_minor: Number(closing),
  };
}

function linesOf(moves: readonly Dated[], opening: bigint): Account["lines"] {
  let balance = opening;
  return moves.map(({ currency: _currency, at: _at, minor, ...move }) => {
    balance = tellable(balance + BigInt(minor));
    return { ...move, amount_minor: minor, balance_minor: Number(balance) };
  });
}
