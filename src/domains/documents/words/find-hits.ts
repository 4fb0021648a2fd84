import { type RawBuilder, sql } from "kysely";
import type { AuditContext } from "../../../db/context.ts";
import { dialectOf, indexedBy } from "../../../db/dialect.ts";
import { matchIn, meanOf } from "../../search/relevance.ts";
import { conditionsOf, type DocumentFilter } from "../find-documents.ts";
import { nearTerms } from "./near-names.ts";
import { stemsOf } from "./stems.ts";
import { anyOf, matchOf, MOST_TERMS, type Term, termsOf, tsqueryOf, type Ways } from "./terms.ts";
import { teamPrefix } from "./tokens.ts";

export type Hit = {
  readonly id: string;
  readonly created_at: string;
  /** From 0 to 1. */
  readonly relevance: number;
};

export type Hits = {
  /** The most relevant first, and of these the newest. */
  readonly hits: readonly Hit[];
  readonly terms: readonly Term[];
  /** True when more documents have the words than were compared. */
  readonly isCut: boolean;
};

type Asked = {
  readonly query: string;
  readonly filter?: Omit<DocumentFilter, "q">;
  /** Documents with the words in their names, and as many with them in their texts, that are compared: the newest. */
  readonly most: number;
  /** Finds words too that are spelled nearly so. */
  readonly isLoose: boolean;
};

type OfTeam = Pick<AuditContext, "db" | "team">;

/** Finds documents that have all terms of a query, each in the name, in the title, in a tag or in the text. */
export async function findHits(
  context: OfTeam,
  { query, filter = {}, most, isLoose }: Asked,
): Promise<Hits> {
  const terms = termsOf(query, await stemsOf(context)).slice(0, MOST_TERMS);
  if (terms.length === 0) return { hits: [], terms, isCut: false };
  const found = await hitsOf(context, { terms, filter, most, isLoose });
  if (!isLoose || found.hits.length > 0) return found;
  const near = await nearTerms(context, terms, async (term) => {
    const { hits } = await hitsOf(context, { terms: [term], filter: {}, most: 1, isLoose });
    return hits.length > 0;
  });
  return near === null ? found : hitsOf(context, { terms: near, filter, most, isLoose });
}

type Search = {
  readonly terms: readonly Term[];
  readonly filter: Omit<DocumentFilter, "q">;
  readonly most: number;
  readonly isLoose: boolean;
};

async function hitsOf(context: OfTeam, search: Search): Promise<Hits> {
  const { terms, most } = search;
  const [named, told] = await Promise.all([
    findByName(context, search),
    findByText(context, search),
  ]);
  const found = [...new Map([...named, ...told].map((row) => [row.id, row])).values()];
  const scored = await scoresOf(context, search, found);
  const hits = scored.filter(({ relevance }) => relevance > 0).toSorted(byRank);
  return { hits, terms, isCut: named.length === most || told.length === most };
}

function byRank(one: Hit, other: Hit): number {
  if (one.relevance !== other.relevance) return other.relevance - one.relevance;
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

type Found = {
  readonly id: string;
  readonly created_at: string;
  readonly search_text: string;
  /** In the index of words; null for a document that nobody has read. */
  readonly entry: number | null;
};

/** The newest documents that have a term in the name, and every other term there or in the text. */
async function findByName(
  { db, team }: OfTeam,
  { terms, filter, most }: Search,
): Promise<readonly Found[]> {
  const named = terms.map((term) =>
    sql.join(
      textsOf(term).map((text) => sql`instr(item.search_text, ${text}) > 0`),
      sql` or `,
    ),
  );
  const all = terms.map((term, place) => {
    const entries = entriesOf({ db, team }, anyOf(term));
    return entries === null
      ? sql`(${named[place]})`
      : sql`(${named[place]} or words.entry in (${entries}))`;
  });
  const isNamed = sql`(${sql.join(named, sql` or `)})`;
  const conditions = [isNamed, ...(terms.length > 1 ? all : []), ...conditionsOf(filter)];
  const { rows } = await sql<Found>`
    select item.id, item.created_at, item.search_text, words.entry
    from documents as item ${indexedBy(db, "documents_newest")}
    left join document_words as words
      on words.team_id = item.team_id and words.document_id = item.id
    where item.team_id = ${team.id} and ${sql.join(conditions, sql` and `)}
    order by item.created_at desc, item.id desc limit ${most}`.execute(db);
  return rows;
}

/** The documents with all terms in the text that were read last. */
async function findByText(
  { db, team }: OfTeam,
  { terms, filter, most }: Search,
): Promise<readonly Found[]> {
  const ways = terms.map(anyOf);
  if (ways.some((way) => way.length === 0)) return [];
  const conditions = conditionsOf(filter);
  // A filter is known of the document alone: then all entries are looked at until there are enough.
  const limit = conditions.length === 0 ? sql`limit ${most}` : sql``;
  const filters = conditions.map((condition) => sql`and ${condition}`);
  const found =
    dialectOf(db) === "sqlite"
      ? sql`(select rowid as entry from document_tokens
            where document_tokens match ${matchOf(teamPrefix(team.id), ways)}
            order by rowid desc ${limit}) as found
          cross join document_words as words on words.entry = found.entry`
      : sql`(select * from document_entries(cast(${tsqueryOf(teamPrefix(team.id), ways)} as tsquery))
            where team_id = ${team.id} order by entry desc ${limit}) as words`;
  const { rows } = await sql<Found>`
    select item.id, item.created_at, item.search_text, words.entry
    from ${found}
    cross join documents as item
    where words.team_id = ${team.id} and item.team_id = words.team_id and item.id = words.document_id
      ${sql.join(filters, sql` `)}
    order by words.entry desc limit ${most}`.execute(db);
  return rows;
}

/** Entries of texts that have a term in any of the ways; null where there is none. */
function entriesOf({ db, team }: OfTeam, ways: Ways): RawBuilder<unknown> | null {
  if (ways.length === 0) return null;
  const prefix = teamPrefix(team.id);
  return dialectOf(db) === "sqlite"
    ? sql`select rowid from document_tokens where document_tokens match ${matchOf(prefix, [ways])}`
    : sql`select entry from document_entries(cast(${tsqueryOf(prefix, [ways])} as tsquery))`;
}

const STEM_IN_NAME = 0.6;
const PART_OF_NAME = 0.3;
const NEAR_NAME = 0.3;
/** From the most exact to the least. */
const IN_TEXT = [
  ["whole", 0.5],
  ["prefix", 0.4],
  ["stem", 0.35],
] as const;

async function scoresOf(
  context: OfTeam,
  { terms }: Search,
  found: readonly Found[],
): Promise<readonly Hit[]> {
  const texts = await textScores(context, terms, found);
  return found.map(({ id, created_at, search_text, entry }) => {
    const matches = terms.map((term, place) =>
      Math.max(nameScore(search_text, term), entry === null ? 0 : (texts[place]?.get(entry) ?? 0)),
    );
    return { id, created_at, relevance: meanOf(matches) };
  });
}

function nameScore(name: string, { text, stems, near }: Term): number {
  const whole = matchIn(name, text);
  if (whole > 0) return whole;
  if (stems.some((stem) => matchIn(name, stem) > 0)) return STEM_IN_NAME;
  if (near.some((word) => matchIn(name, word) > 0)) return NEAR_NAME;
  return name.includes(text) ? PART_OF_NAME : 0;
}

function textsOf({ text, stems, near }: Term): readonly string[] {
  return near.length > 0 ? near : [text, ...stems.filter((stem) => !stem.includes(text))];
}

/** Scores of each term in each text, by entry. */
async function textScores(
  context: OfTeam,
  terms: readonly Term[],
  found: readonly Found[],
): Promise<readonly ReadonlyMap<number, number>[]> {
  const known = found.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  if (known.length === 0) return [];
  const [first, last] = [Math.min(...known), Math.max(...known)];
  const asked = terms.flatMap((term, place) =>
    IN_TEXT.flatMap(([way, score]) =>
      term[way].length === 0 ? [] : [{ place, score, ways: term[way] }],
    ),
  );
  const lists = asked.map(({ ways }, number) => entryList(context, { number, ways, first, last }));
  if (lists.length === 0) return [];
  const { rows } = await sql<{ number: number; entries: string | readonly number[] }>`
    ${sql.join(lists, sql` union all `)}`.execute(context.db);
  const scores = terms.map(() => new Map<number, number>());
  for (const { number, entries } of rows.toSorted((one, other) => one.number - other.number)) {
    const { place, score } = asked[number] ?? { place: 0, score: 0 };
    const list = scores[place];
    for (const entry of entriesIn(entries))
      if (list !== undefined && !list.has(entry)) list.set(entry, score);
  }
  return scores;
}

type List = {
  readonly number: number;
  readonly ways: Ways;
  readonly first: number;
  readonly last: number;
};

/** One row with all entries: rows of their own would take longer to read than to find. */
function entryList({ db, team }: OfTeam, { number, ways, first, last }: List) {
  const prefix = teamPrefix(team.id);
  return dialectOf(db) === "sqlite"
    ? sql`select ${sql.lit(number)} as number, json_group_array(rowid) as entries
        from document_tokens where document_tokens match ${matchOf(prefix, [ways])}
          and rowid between ${first} and ${last}`
    : sql`select ${sql.lit(number)} as number, coalesce(json_agg(entry), '[]') as entries
        from document_entries(cast(${tsqueryOf(prefix, [ways])} as tsquery))
        where entry between ${first} and ${last}`;
}

function entriesIn(list: string | readonly number[]): readonly number[] {
  const entries: unknown = typeof list === "string" ? JSON.parse(list) : list;
  if (!Array.isArray(entries)) throw new TypeError("the database told no list of entries");
  return entries.map(Number);
}
