import { sql } from "kysely";
import { fold, type SearchWord } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { hasWordIn } from "../../db/words.ts";
import type { Candidate } from "../search/relevance.ts";
import { readItems } from "./find-items.ts";
import { toolItem } from "./tool-answers.ts";

type Found = {
  readonly id: string;
  readonly document_id: string;
  readonly name: string;
  readonly vendor: string | null;
  readonly type: string | null;
  readonly status: string;
  readonly amount_minor: number | null;
  readonly currency: string | null;
  readonly date: string | null;
  readonly due_date: string | null;
  readonly number: string | null;
  readonly search_text: string;
  readonly created_at: string;
};

export async function searchItems(
  context: Context,
  words: readonly SearchWord[],
  rows: number,
): Promise<readonly Candidate[]> {
  const found = await findReceipts(context, words, rows);
  return found.map(({ id, created_at, vendor, name, number, search_text }) => ({
    id,
    type: "inbox",
    created_at,
    texts: {
      name: fold(`${vendor ?? ""} ${name}`),
      reference: fold(number ?? ""),
      rest: search_text,
    },
    read: async () => {
      const [item] = await readItems(context, [id]);
      return item === undefined ? {} : toolItem(item);
    },
  }));
}

/** The newest receipts that contain all words; of a group the primary, and none that was deleted. */
export async function findReceipts(
  { db, team }: Context,
  words: readonly SearchWord[],
  rows: number,
): Promise<readonly Found[]> {
  const holds = words.map((word) => sql`and ${hasWordIn([sql.ref("item.search_text")], word)}`);
  // Found in an index alone; only these rows are read whole.
  const { rows: found } = await sql<Found>`
    select item.id, item.document_id, item.name, item.vendor, item.type, item.status,
      item.amount_minor, item.currency, item.date, item.due_date, item.number, item.search_text,
      item.created_at
    from (
      select item.id from inbox_items as item ${indexedBy(db, "inbox_newest")}
      where item.team_id = ${team.id} and item.status <> 'deleted' and item.group_id is null
        ${sql.join(holds, sql` `)}
      order by item.created_at desc, item.id desc limit ${rows}
    ) as page
    cross join inbox_items as item
    where item.team_id = ${team.id} and item.id = page.id
    order by item.created_at desc, item.id desc`.execute(db);
  return found;
}
