import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { exactSums } from "../../db/sums.ts";
import type { Day } from "../../shared/time.ts";
import { countedIn } from "../transactions/counted-in.ts";
import { figureOf } from "../transactions/figures.ts";
import { told } from "./book.ts";
import { Range } from "./range.ts";
import { findNames, isCounted, isPartCounted } from "./recurring-expenses.ts";

/** Days of a report, and groups beside its own. */
export const GroupedRange = Range.extend({
  group_by: z.enum(["counterparty"]).nullish(),
});

const MOST_ITEMS = 50;

const Sum = z.object({ amount: z.number(), count: z.int() });

export const ToldCounterparties = z.object({
  /** The largest first, each named as its newest transaction. */
  items: z.array(Sum.extend({ counterparty: z.string() })),
  /** Of more counterparties than are told, and of transactions that name none. */
  others: Sum,
});

type Found = {
  readonly party_key: string | null;
  readonly minor: string;
  readonly count: number;
  readonly last_date: Day;
};

/** Sums of a figure by counterparty, which come to that figure. Amounts without a rate are left out. */
export async function counterparties(
  context: Context,
  range: Range,
  figure: "revenue" | "burn",
): Promise<z.output<typeof ToldCounterparties>> {
  const { db, team } = context;
  const counted = await countedIn(context, { figure });
  const items = sql`transactions as item ${indexedBy(db, "transactions_for_reports")}`;
  const some = sql`item.team_id = ${team.id} and item.month >= ${range.from.slice(0, 7)}
    and item.month <= ${range.to.slice(0, 7)} and item.date >= ${range.from} and item.date <= ${range.to}`;
  const query = sql<Found>`
    select party_key, cast(sum(base_minor) as text) as minor, count(*) as count, max(date) as last_date
    from (
      select item.party_key, item.date, item.base_minor from ${items}
      where ${some} and ${isCounted(counted)}
      union all
      select item.party_key, item.date, part.base_minor from ${items}
      cross join transaction_parts as part
      where ${some} and ${isPartCounted(counted)}
    ) as found
    group by party_key`;
  const { rows } = await exactSums(async () => query.execute(db));
  const sums = rows.map(({ party_key: party, minor, count, last_date: lastDate }) => ({
    party,
    minor: figureOf(figure, { in: BigInt(minor), out: 0n }),
    count,
    lastDate,
  }));
  const named = sums
    .flatMap(({ party, ...sum }) => (party === null ? [] : [{ ...sum, party }]))
    .toSorted((one, other) =>
      one.minor === other.minor
        ? one.party < other.party
          ? -1
          : 1
        : one.minor > other.minor
          ? -1
          : 1,
    );
  const listed = named.slice(0, MOST_ITEMS);
  const others = [...sums.filter(({ party }) => party === null), ...named.slice(MOST_ITEMS)];
  const names = await findNames(context, listed, counted);
  const currency = team.baseCurrency;
  return {
    items: listed.map(({ party, minor, count }) => ({
      counterparty: names.get(party) ?? party,
      amount: told({ currency }, minor),
      count,
    })),
    others: {
      amount: told(
        { currency },
        others.reduce((sum, { minor }) => sum + minor, 0n),
      ),
      count: others.reduce((sum, { count }) => sum + count, 0),
    },
  };
}
