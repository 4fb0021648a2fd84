import { sql } from "kysely";
import { fold } from "../../../core/fold.ts";
import { visible } from "../../../core/visible.ts";
import type { AuditContext } from "../../../db/context.ts";
import { marksIn } from "./marks.ts";
import type { Term } from "./terms.ts";

/** Characters of a passage. */
const LENGTH = 160;
/** Of these, at most so many stand before the first word that was found. */
const BEFORE = 50;
/** Characters at the beginning of a text in which the words are looked for. */
const MOST_CHARACTERS = 100_000;

/** Parts of texts around the first word that was found, by the id of the document. Texts without one have none. */
export async function passagesOf(
  { db, team }: Pick<AuditContext, "db" | "team">,
  ids: readonly string[],
  terms: readonly Term[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ document_id: string; text: string }>`
    select document_id, substr(text, 1, ${MOST_CHARACTERS}) as text from document_texts
    where team_id = ${team.id} and document_id in (${sql.join(ids)})`.execute(db);
  return new Map(
    rows.flatMap(({ document_id, text }) => {
      const place = placeIn(text, terms);
      return place === null ? [] : [[document_id, passageAt(text, place)]];
    }),
  );
}

/** UTF-16 units before the first word; null where the text has none. */
function placeIn(text: string, terms: readonly Term[]): number | null {
  const folded = fold(text);
  const places = terms.map((term) => placeOf(folded, term)).filter((place) => place !== null);
  const [first] = places;
  if (first === undefined) return null;
  const place = Math.min(...places);
  // Folding a sign may have made two of it: all before the place is folded again to count them.
  return folded.length === text.length ? place : unfolded(text, place);
}

function placeOf(folded: string, { text, stems, whole }: Term): number | null {
  const found = [text, ...stems].map((word) => beginOf(folded, word)).filter((at) => at >= 0);
  if (found.length > 0) return Math.min(...found);
  const tokens = new Set(whole.flatMap((way) => way.map(({ token }) => token)));
  if (![...tokens].some((token) => /^[ay]\d/.test(token))) return null;
  const mark = marksIn(folded).find((mark) => mark.tokens.some((token) => tokens.has(token)));
  return mark?.start ?? null;
}

/** The first place where the word begins one of the text, or where it stands in one; -1 without. */
function beginOf(folded: string, word: string): number {
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    const before = folded.slice(Math.max(0, at - 2), at);
    if (!/[\p{L}\p{N}]$/u.test(before)) return at;
  }
  return folded.indexOf(word);
}

/** Finds the place of a folded text in the text itself, in halves. */
function unfolded(text: string, place: number): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fold(text.slice(0, middle)).length < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function passageAt(text: string, place: number): string {
  const from = Math.max(0, place - 4 * LENGTH);
  const around = text.slice(from, place + 4 * LENGTH);
  const before = oneLine(around.slice(0, place - from));
  const behind = oneLine(around.slice(place - from));
  const head = Array.from(before).slice(-BEFORE).join("");
  const isCutBefore = head.length < before.length || from > 0;
  const start = isCutBefore ? `…${head.replace(/^\S*\s/, "")}` : head;
  const signs = Array.from(start.trimStart() + behind.trimEnd());
  if (signs.length <= LENGTH) return visible(signs.join(""));
  const cut = signs.slice(0, LENGTH - 1).join("");
  return visible(`${cut.replace(/\s\S{0,20}$/, "")}…`);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
