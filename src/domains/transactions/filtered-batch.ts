import { z } from "zod";
import { parseArguments } from "../../core/arguments.ts";
import { Refusal } from "../../core/errors.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam } from "../../db/transaction.ts";
import { counted } from "../../shared/words.ts";
import type { ChangedSome } from "./chosen-transactions.ts";
import { countTransactions, findIds } from "./find-transactions.ts";
import { filterFields, matchingOf } from "./transaction-filter.ts";
import { invalidArgument } from "./transaction.ts";

const Filtered = z.strictObject({
  ...filterFields,
  category_slug: z.string().max(100).nullish(),
});

const GivenFilter = z.strictObject({ filter: Filtered });

/** A text in the list of tools, which every assistant reads; `idsMatching` parses it as that list does. */
const named = z.string().nullish();

/** Arguments of a change of all that match, in the place of ids. */
export const byFilter = {
  filter: z
    .strictObject({
      from: named,
      to: named,
      status: named,
      direction: named,
      q: named,
      category_slug: named,
    })
    .nullish(),
  expected_count: z.int().nullish().describe("all that match, changed or not"),
};

/** Rows of one call: a person can still look through what was done, and undo it as one event. */
const MOST_MATCHING = 1000;

const MOST_TOLD = 100;

type Asked = {
  readonly filter?: object | null | undefined;
  readonly expected_count?: number | null | undefined;
};

type Chosen = Asked & {
  readonly filter: object;
  readonly details?: boolean | null | undefined;
};

/** @throws Refusal for a count without a filter, which would do nothing */
export function requireFilter({ filter, expected_count }: Asked): void {
  if (filter || typeof expected_count !== "number") return;
  throw invalidArgument(
    "expected_count",
    "expected_count must have a filter beside it",
    "give filter, or leave it out",
  );
}

/**
 * Ids of all that match, from the oldest. Locks the team, so that these stay all until the transaction's end.
 * @throws Refusal with the true count where it is not the expected one
 */
export async function idsMatching(
  context: Context,
  { filter: given, expected_count, details }: Chosen,
): Promise<readonly string[]> {
  const { filter } = parseArguments(GivenFilter, { filter: withoutEmpty(given) });
  if (Object.keys(filter).length === 0)
    throw invalidArgument("filter", "filter must have at least one field", "give one, such as q");
  await lockTeam(context);
  const { category_slug: category, ...rest } = filter;
  const matching = await matchingOf(context, { ...rest, category });
  const count = await countTransactions(context.db, matching);
  if (count > MOST_MATCHING)
    throw invalidArgument(
      "filter",
      `${counted(count, "transaction")} match the filter, and one call changes ${MOST_MATCHING} at most`,
      "narrow it with from and to; nothing was changed",
    );
  if (count === 0 && expected_count !== 0) throw nothingMatches(expected_count ?? null);
  if (count !== expected_count) throw otherCount(count, expected_count ?? null);
  if (details === true && count > MOST_TOLD)
    throw invalidArgument(
      "details",
      `details answers ${MOST_TOLD} rows at most, and ${count} match`,
      "leave it out; nothing was changed",
    );
  return findIds(context, matching, { isNewestFirst: false, after: null, rows: MOST_MATCHING });
}

/** Takes null and empty texts as left out, as everywhere in arguments, and spaces too: all would match them. */
function withoutEmpty(given: object): object {
  const entries = Object.entries(given);
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === "string" && value.trim() === "");
}

function nothingMatches(expected: number | null): Refusal {
  return new Refusal({
    code: expected === null ? "invalid_argument" : "changed_meanwhile",
    path: expected === null ? "filter" : "expected_count",
    message: `No transaction matches the filter${expected === null ? "" : `, not ${expected}`}`,
    next: "change the filter, and see what it finds in transactions_list; nothing was changed",
  });
}

function otherCount(count: number, expected: number | null): Refusal {
  const match = `${counted(count, "transaction")} ${count === 1 ? "matches" : "match"} the filter`;
  return new Refusal({
    code: expected === null ? "invalid_argument" : "changed_meanwhile",
    path: "expected_count",
    message:
      expected === null ? `${match}, and expected_count is not given` : `${match}, not ${expected}`,
    next: `see them in transactions_list, and give expected_count ${count} if all of them are meant; nothing was changed`,
  });
}

/** Tells that some which match are left as they were. */
export function stayingNotices(left: ChangedSome["left"]): readonly string[] {
  if (left === null) return [];
  const stay = left.count === 1 ? "stays as it was" : "stay as they were";
  return [`${counted(left.count, "transaction")} ${stay}: split or exported.`];
}
