// oxlint-disable-next-line typescript/triple-slash-reference -- the types of web, which import this file, do not include src
/// <reference path="./snowball-stemmers.d.ts" />
import { sql } from "kysely";
import { fold } from "../../../core/fold.ts";
import type { AuditContext } from "../../../db/context.ts";
import { indexedBy } from "../../../db/dialect.ts";

/** Algorithms by language of documents, ISO 639-1. There is none for Polish. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  en: "english",
  de: "german",
  fr: "french",
  es: "spanish",
  it: "italian",
  nl: "dutch",
  sv: "swedish",
  pt: "portuguese",
  da: "danish",
  nb: "norwegian",
  fi: "finnish",
};

/** Letters of a stem: a shorter one begins too many words. */
const SHORTEST = 4;

/** Stems of a folded word, without the word itself. Other forms of the word begin with one of them. */
export type Stems = (word: string) => readonly string[];

/** Stems in the languages in which the team has documents. */
export async function stemsOf(context: Pick<AuditContext, "db" | "team">): Promise<Stems> {
  const languages = await languagesOf(context);
  if (languages.length === 0) return () => [];
  // It takes a moment to load, which the server's start need not wait for.
  const { default: snowball } = await import("snowball-stemmers");
  const stemmers = languages.map((language) => snowball.newStemmer(ALGORITHMS[language] ?? ""));
  return (word) => {
    if (!/^[a-z]{4,}$/.test(word)) return [];
    const stems = stemmers.map((stemmer) => fold(stemmer.stem(word)).replace(/i$/, ""));
    const long = stems.filter((stem) => stem.length >= SHORTEST && stem !== word);
    return [...new Set(long.filter((stem) => /^[a-z]+$/.test(stem)))];
  };
}

/** Looks for one document in each language, in an index. */
async function languagesOf({
  db,
  team,
}: Pick<AuditContext, "db" | "team">): Promise<readonly string[]> {
  const known = Object.keys(ALGORITHMS).map((language) => sql`(${sql.lit(language)})`);
  const { rows } = await sql<{ language: string }>`
    with known (language) as (values ${sql.join(known)})
    select language from known where exists (
      select 1 from documents as item ${indexedBy(db, "documents_by_language")}
      where item.team_id = ${team.id} and item.language = known.language)`.execute(db);
  return rows.map(({ language }) => language);
}
