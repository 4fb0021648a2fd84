import { type RawBuilder, sql } from "kysely";
import { fold, hasWord, type SearchWord } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { dialectOf } from "../../db/dialect.ts";
import { hasWordIn } from "../../db/words.ts";
import type { Candidate } from "../search/relevance.ts";

type Found = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly is_archived: boolean;
  readonly preferred_currency: string | null;
  readonly created_at: string;
  readonly name_folded: string;
  readonly email_folded: string;
  readonly contact_folded: string | null;
  readonly note: string | null;
  readonly vat_number: string | null;
};

type Searched = { readonly customer: Found; readonly texts: Exclude<Candidate["texts"], number> };

const FOLDED = ["name_folded", "email_folded", "contact_folded"] as const;

/**
 * The newest customers that contain all words, folded, in names, addresses and contacts, and as many that do so with
 * their notes and VAT numbers.
 * @returns isCut when there are more with notes than are compared
 */
export async function searchCustomers(
  context: Context,
  words: readonly SearchWord[],
  rows: number,
): Promise<{ readonly candidates: readonly Candidate[]; readonly isCut: boolean }> {
  const [named, { noted, isCut }] = await Promise.all([
    findNamed(context, words, rows),
    findNoted(context, words),
  ]);
  const found = new Map(
    [...noted.slice(0, rows), ...named.map(searched)].map((one) => [one.customer.id, one]),
  );
  const candidates = [...found.values()].map(({ customer, texts }) => {
    const { id, name, email, is_archived, preferred_currency, created_at } = customer;
    const data = { id, name, email, is_archived, preferred_currency, created_at };
    return { id, type: "customer", created_at, texts, read: async () => data };
  });
  return { candidates, isCut };
}

async function findNamed(
  context: Context,
  words: readonly SearchWord[],
  rows: number,
): Promise<readonly Found[]> {
  const { db, team } = context;
  // Found in an index alone; only these rows are read whole.
  const newest = sql`(select id from customers where team_id = ${team.id}
    and ${sql.join(words.map(holds), sql` and `)}
    order by created_at desc, id desc limit ${rows})`;
  const { rows: found } = await sql<Found>`
    select ${SHOWN} from ${newest} as page
    cross join customers as customer
    where customer.team_id = ${team.id} and customer.id = page.id`.execute(db);
  return found;
}

/** Looks in each text alone, since no word has a space: cheaper than to join them for every customer. */
function holds(word: SearchWord): RawBuilder<boolean> {
  return hasWordIn(
    FOLDED.map((column) => sql.ref(column)),
    word,
  );
}

/** Newest customers with a note or a number that are compared, and characters of each note. */
export const MOST_NOTED = 5000;
const LONGEST_NOTE = 2000;

const SHOWN = sql`customer.id, customer.name, customer.email, customer.is_archived,
  customer.preferred_currency, customer.created_at, customer.name_folded, customer.email_folded,
  customer.contact_folded, substr(customer.note, 1, ${sql.lit(LONGEST_NOTE)}) as note,
  customer.vat_number`;

const NOTED = sql`coalesce(substr(customer.note, 1, ${sql.lit(LONGEST_NOTE)}), '') || ' '
  || coalesce(customer.vat_number, '')`;

/**
 * Notes have no folded copy, since they are too long for the index that lists read. The database leaves out texts in
 * ASCII without the words; what is left is folded and compared here.
 */
async function findNoted(
  { db, team }: Context,
  words: readonly SearchWord[],
): Promise<{ readonly noted: readonly Searched[]; readonly isCut: boolean }> {
  const bytes =
    dialectOf(db) === "sqlite" ? sql`length(cast(${NOTED} as blob))` : sql`octet_length(${NOTED})`;
  const may = words.map(
    (word) =>
      sql`(${holds(word)} or ${bytes} <> length(${NOTED}) or ${hasWordIn([sql`lower(${NOTED})`], word)})`,
  );
  const { rows } = await sql<Found>`
    select ${SHOWN} from customers as customer
    where customer.team_id = ${team.id}
      and (customer.note is not null or customer.vat_number is not null)
      and ${sql.join(may, sql` and `)}
    order by customer.created_at desc, customer.id desc limit ${MOST_NOTED}`.execute(db);
  const noted = rows
    .map(searched)
    .filter(({ texts }) =>
      words.every((word) => Object.values(texts).some((text) => hasWord(text, word))),
    );
  return { noted, isCut: rows.length === MOST_NOTED };
}

function searched(customer: Found): Searched {
  const { name_folded, email_folded, contact_folded, note, vat_number } = customer;
  const rest = [email_folded, contact_folded ?? "", fold(note ?? "")].join(" ");
  return { customer, texts: { name: name_folded, reference: fold(vat_number ?? ""), rest } };
}
