import { sql } from "kysely";
import { z } from "zod";
import { cursor, limit, uuid } from "../../core/fields.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import { visible } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { addedUp, CurrencySum, sumImports } from "../transactions/total-transactions.ts";
import { eventsOfImports } from "./import-events.ts";

export const ListImports = z.strictObject({
  account: uuid.optional(),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

const Counts = z.record(z.string(), z.object({ count: z.int(), minor: z.int(), taken: z.int() }));

export const Imports = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      bank_account_id: z.string(),
      account: z.string(),
      currency: z.string(),
      file_name: z.string(),
      file_bytes: z.int(),
      format: z.string(),
      first_date: z.string().nullable(),
      last_date: z.string().nullable(),
      opening_minor: z.int().nullable(),
      closing_minor: z.int().nullable(),
      /** The largest by which balances of the file move more than its rows; null where none is stated. */
      difference_minor: z.int().nullable(),
      counts: Counts,
      sums: z.array(CurrencySum),
      created_at: z.string(),
      /** Null for an admin command. */
      by: z.string().nullable(),
      event: z.string().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
  totals: z
    .object({
      count: z.int(),
      differing: z.int(),
      /** Null where more imports match than the page has, since only its transactions are summed. */
      sums: z.array(CurrencySum).nullable(),
    })
    .nullable(),
});

const SortKey = z.tuple([z.string(), uuid]);

export async function listImports(
  context: Context,
  input: z.output<typeof ListImports>,
): Promise<z.output<typeof Imports>> {
  const { db, team } = context;
  const { account, cursor, limit } = input;
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, cursor);
  const rows = await db
    .selectFrom("imports as import")
    .innerJoin("bank_accounts as account", (join) =>
      join
        .onRef("account.team_id", "=", "import.team_id")
        .onRef("account.id", "=", "import.bank_account_id"),
    )
    .select(["import.id", "import.bank_account_id", "account.name as account", "account.currency"])
    .select([
      "import.file_name",
      "import.file_bytes",
      "import.format",
      "import.first_date",
      "import.last_date",
    ])
    .select(["import.opening_minor", "import.closing_minor", "import.difference_minor"])
    .select(["import.counts", "import.created_at"])
    .where("import.team_id", "=", team.id)
    .$if(account !== undefined, (query) =>
      query.where("import.bank_account_id", "=", account ?? ""),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(import.created_at, import.id) < (${after?.[0] ?? ""}, ${after?.[1] ?? ""})`,
      ),
    )
    .orderBy("import.created_at", "desc")
    .orderBy("import.id", "desc")
    .limit(limit + 1)
    .execute();
  const page = pageOf(listing, rows, limit, ({ created_at, id }) => [created_at, id]);
  const ids = page.items.map(({ id }) => id);
  const [events, sums, counts] = await Promise.all([
    eventsOfImports(context, ids),
    sumImports(context, ids),
    after === null ? countsOf(context, account) : null,
  ]);
  const all =
    page.nextCursor === null ? addedUp([...sums.values()].flat(), team.baseCurrency) : null;
  return {
    ...page,
    totals: counts === null ? null : { ...counts, sums: all === null ? null : [...all] },
    items: page.items.map((row) => {
      // The undo of a removal brings an import again.
      const event = events.get(row.id)?.at(-1);
      return {
        ...row,
        account: visible(row.account),
        file_name: visible(row.file_name),
        counts: Counts.parse(row.counts),
        sums: [...(sums.get(row.id) ?? [])],
        by: event?.by ?? null,
        event: event?.hasSnapshots === true ? event.id : null,
      };
    }),
  };
}

async function countsOf({ db, team }: Context, account: string | undefined) {
  return db
    .selectFrom("imports")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .select(sql<number>`count(nullif(difference_minor, 0))`.as("differing"))
    .where("team_id", "=", team.id)
    .$if(account !== undefined, (query) => query.where("bank_account_id", "=", account ?? ""))
    .executeTakeFirstOrThrow();
}
