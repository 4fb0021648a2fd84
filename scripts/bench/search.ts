import { randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import { sql } from "kysely";
import { fold } from "../../src/core/fold.ts";
import { uuidV7 } from "../../src/core/ids.ts";
import type { Dialect } from "../../src/db/dialect.ts";
import { searchDocuments } from "../../src/domains/documents/search-documents.ts";
import { writeWords } from "../../src/domains/documents/words/write-words.ts";
import { SearchEverything, searchEverything } from "../../src/domains/search/search-everything.ts";
import { addMilliseconds, millisecondsOf } from "../../src/shared/time.ts";
import type { Team } from "../../test/app.ts";
import { ownerContext } from "../../test/transactions.ts";
import { insertRows, onFilled, pick, words } from "./fill.ts";
import { beside, median, number, percentile, table } from "./table.ts";

/** Queries for words of all, of many and of few, two together, numbers, amounts, days, and errors. */
const QUERIES = [
  "rechnung",
  "Rechnungen hetzner",
  "hosting server",
  "apbl",
  "he",
  "RE-2026-0077",
  "20260077",
  "1.234,56",
  "9,90",
  "31.10.2026",
  "2026-03",
  "Hetzner Online GmbH",
  "lieferung oktober",
  "cmdn aparblcm",
  "hezner",
  "zzyzx",
] as const;

const GOALS = { documents: 20, everything: 60 } as const;

/** Measures searches of documents and of everything, in this process without a server. */
export async function measureSearch(
  dialect: Dialect,
  { size, runs }: { readonly size: number; readonly runs: number },
): Promise<string> {
  const many = Math.ceil(10_000 * size);
  const filled = { people: 1, customers: many, transactions: 7 * many };
  return onFilled(dialect, filled, async ({ team }) => {
    await addPapers(team, many);
    const owner = ownerContext(team);
    const ask = {
      documents: async (query: string) =>
        searchDocuments(owner, { query, filter: {}, listing: "bench", cursor: null, limit: 20 }),
      everything: async (query: string) =>
        searchEverything(owner, SearchEverything.parse({ query })),
    };
    const rows: (readonly string[])[] = [];
    for (const [kind, goal] of Object.entries(GOALS)) {
      const all: number[] = [];
      for (const query of QUERIES) {
        const times: number[] = [];
        // The first two runs warm up and do not count.
        for (let run = -2; run < runs; run += 1) {
          const start = performance.now();
          await (kind === "documents" ? ask.documents(query) : ask.everything(query));
          if (run >= 0) times.push(performance.now() - start);
        }
        all.push(...times);
        rows.push([
          `${kind}: ${query}`,
          number(median(times)),
          number(percentile(times, 0.95)),
          "",
        ]);
      }
      rows.push([
        `${kind}, all`,
        number(median(all)),
        beside(goal, percentile(all, 0.95)),
        number(goal),
      ]);
    }
    const [load = Number.NaN] = loadavg();
    const title = `${dialect}, ${number(many)} documents, load ${number(load)}`;
    return table([title, "p50 ms", "p95 ms", "goal"], rows);
  });
}

const VENDORS = ["Hetzner Online GmbH", "Bäckerei Müller", "Deutsche Bahn", "Stadtwerke", "Figma"];
const PLAIN =
  "rechnung lieferung oktober betrag summe konto zahlung frist netto brutto server hosting".split(
    " ",
  );

/** Adds documents of 300 words, each with a receipt in the inbox. */
async function addPapers(team: Team, count: number): Promise<void> {
  const documents = Array.from({ length: count }, (_, place) => {
    const created_at = addMilliseconds(team.world.now, (place - count) * 60_000);
    const vendor = pick(VENDORS, place * 7919);
    const name = `${vendor} ${place % 3 === 0 ? "Rechnung" : words(place % 997)} ${place}.pdf`;
    return {
      id: uuidV7(millisecondsOf(created_at), randomBytes),
      sha256: place.toString(16).padStart(64, "0"),
      name,
      source: "upload",
      state: "completed",
      language: "de",
      reader: 1,
      shown_date: created_at.slice(0, 10),
      search_text: fold(name),
      created_at,
      updated_at: created_at,
      vendor,
    };
  });
  const files = documents.map(({ sha256, created_at }) => ({
    sha256,
    size: 1,
    kind: "pdf",
    created_at,
  }));
  await insertRows(team, "files", files);
  await insertRows(
    team,
    "documents",
    documents.map(({ vendor: _vendor, ...row }) => row),
  );
  const texts = documents.map(({ id, vendor }, place) => ({
    document_id: id,
    text: textOf(place, vendor),
    page_offsets: [0],
    fields: {},
    hidden_characters: 0,
    is_cut: false,
  }));
  await insertRows(team, "document_texts", texts);
  const items = documents.map(({ id, name, vendor, created_at }, place) => ({
    id,
    document_id: id,
    bundle_id: id,
    is_distinct: false,
    hand: {},
    declined: [],
    progress: "pending",
    status: "pending",
    name,
    vendor,
    amount_minor: place,
    currency: "EUR",
    search_text: fold(`${vendor}\n${name}`),
    created_at,
    updated_at: created_at,
  }));
  await insertRows(team, "inbox_items", items);
  for (let first = 0; first < texts.length; first += 100)
    await team.world.database.begin(async (db) => {
      const context = { ...ownerContext(team), db, begin: null };
      for (const { document_id, text } of texts.slice(first, first + 100))
        await writeWords(context, { documentId: document_id, text });
    });
  const { database } = team.world;
  if (database.dialect === "postgres") await sql`vacuum analyze`.execute(database.reader);
}

/** 300 words: 60 that most papers have, and 240 of a language of 10,000 in which some are far more frequent. */
function textOf(place: number, vendor: string): string {
  const frequent = Array.from({ length: 60 }, (_, at) => pick(PLAIN, at * 7 + place));
  const others = Array.from({ length: 240 }, (_, at) => {
    const drawn = ((place * 240 + at) * 104_729) % 1_000_003;
    return words(Math.floor((drawn / 1_000_003) ** 3 * 10_000));
  });
  const day = `${(place % 28) + 1}.${(place % 12) + 1}.2026`;
  const amount = `${Math.floor(place / 100)},${String(place % 100).padStart(2, "0")} EUR`;
  const head = `${vendor} RE-2026-${String(place).padStart(4, "0")} ${day} ${amount}`;
  return [head, ...frequent, ...others].join(" ");
}
