import { sql } from "kysely";
import { fold, foldCase, foldUmlauts } from "../../core/fold.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { umlautsFolded } from "../../db/words.ts";
import { isInEu } from "../../shared/country-taxes.ts";
import { countryCodeOf } from "./country-code.ts";

const MOST_TOLD = 3;

/** Of the call: what it left out is not looked at. */
type Given = {
  readonly name?: string | undefined;
  readonly vatNumber?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly countryCode?: string | null | undefined;
};

type Row = Schema["customers"];

type Written = {
  /** After the call. */
  readonly row: Row;
  readonly given: Given;
  readonly isNew?: boolean;
};

/** Sentences about other customers that may be the same one, and about fields that do not fit together. */
export async function customerNotices(
  context: Context,
  { row, given, isNew = false }: Written,
): Promise<readonly string[]> {
  const isPlaced = typeof given.country === "string" || typeof given.countryCode === "string";
  const isTaxed = typeof given.vatNumber === "string";
  return [
    ...(await alikeNotices(context, row, given)),
    ...(isPlaced ? countryNotices(row, isNew && (given.countryCode ?? null) === null) : []),
    ...(isPlaced || isTaxed ? vatNotices(row) : []),
  ];
}

type Alike = {
  readonly team_id: string;
  readonly id: string;
  readonly name?: string | undefined;
  readonly vat?: string | undefined;
};

async function alikeNotices(
  { db, team }: Context,
  { id }: Row,
  { name, vatNumber }: Given,
): Promise<readonly string[]> {
  const vat = vatKey(vatNumber ?? "");
  const isVat = vat !== "";
  if (name === undefined && !isVat) return [];
  const found = await findAlike(db, {
    team_id: team.id,
    id,
    name: name === undefined ? undefined : nameKey(name),
    vat: isVat ? vat : undefined,
  });
  const told = found.slice(0, MOST_TOLD).map((other) => {
    const same = [
      ...(isVat && vatKey(other.vat_number ?? "") === vat ? ["the same VAT number"] : []),
      ...(name !== undefined && nameKey(other.name) === nameKey(name)
        ? [foldCase(other.name) === foldCase(name) ? "the same name" : "nearly the same name"]
        : []),
    ];
    return `Customer ${quoted(other.name)} (${other.id}) has ${same.join(" and ")}.`;
  });
  return found.length > MOST_TOLD ? [...told, "Other customers have these too."] : told;
}

const findAlike = preparedQuery((db, { slot, given }: Slots<Alike>) =>
  db
    .selectFrom("customers")
    .select(["id", "name", "vat_number"])
    .where("team_id", "=", slot("team_id"))
    .where("id", "!=", slot("id"))
    .where((where) =>
      where.or([
        ...(given("name")
          ? [sql<boolean>`${umlautsFolded(sql.ref("name_folded"))} = ${slot("name")}`]
          : []),
        ...(given("vat") ? [sql<boolean>`${VAT_KEY} = ${slot("vat")}`] : []),
      ]),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST_TOLD + 1),
);

function nameKey(name: string): string {
  return foldUmlauts(fold(name));
}

/** The same as `VAT_KEY`. */
function vatKey(number: string): string {
  return number.replaceAll(/[ .\u00A0-]/g, "").toUpperCase();
}

const VAT_KEY = sql`upper(replace(replace(replace(replace(vat_number, ' ', ''), '.', ''),
  ${sql.lit("\u00A0")}, ''), '-', ''))`;

function countryNotices({ country, country_code }: Row, isFilledIn: boolean): readonly string[] {
  if (country === null) return [];
  const named = countryCodeOf(country);
  if (country_code === null)
    return [
      `countryCode is missing: customers_list with country_code does not find this customer. Give ${named === null ? "it" : `countryCode ${named}`} with customers_update.`,
    ];
  if (named !== null && named !== country_code)
    return [
      `The country is ${quoted(country)}, and countryCode is ${country_code}: customers_update corrects one of them.`,
    ];
  return isFilledIn
    ? [`countryCode is ${country_code}, as the country is ${quoted(country)}.`]
    : [];
}

/** Greece writes EL, and Northern Ireland XI. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ["EL", "GR"],
  ["XI", "GB"],
]);

/** Places with a code of their own, whose numbers are those of another country. */
const NUMBERED_BY: ReadonlyMap<string, string> = new Map([
  ["AX", "FI"],
  ...["BL", "GF", "GP", "MC", "MF", "MQ", "RE", "YT"].map((code) => [code, "FR"] as const),
]);

function vatNotices({ vat_number, country_code }: Row): readonly string[] {
  const prefix =
    /^[A-Z]{2}(?=[0-9A-Z+*]{2,13}$)(?=.*\d\d)/.exec(vatKey(vat_number ?? ""))?.[0] ?? "";
  const place = PLACES.get(prefix) ?? prefix;
  const isPlace = PLACES.has(prefix) || isInEu(place);
  if (!isPlace || country_code === null) return [];
  if (place === (NUMBERED_BY.get(country_code) ?? country_code)) return [];
  return [
    `The VAT number ${quoted(vat_number ?? "")} begins with ${prefix}, and the customer's countryCode is ${country_code}: see whether both are right.`,
  ];
}
