import type { Change } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { foldCase } from "../../core/fold.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam } from "../../db/transaction.ts";
import { offeredRates } from "../../shared/country-taxes.ts";
import { enumerated } from "../../shared/words.ts";
import type { InvoiceSettings } from "../invoice-settings/settings.ts";
import {
  listRates,
  MOST_TAX_RATES,
  rateNameColumns,
  type TaxRateRow,
  taxRateSnapshot,
  usualRateOf,
} from "../tax-rates/tax-rate.ts";
import type { ToolLine } from "./invoice-line.ts";

/** Where lines get a rate from that name none. */
export type Defaults = {
  readonly settings: InvoiceSettings;
  readonly customer: { readonly tax_rate_id: string | null } | null;
};

export type GivenRates = {
  /** Of each line; null for one without a tax. */
  readonly ids: readonly (string | null)[];
  readonly changes: readonly Change[];
  readonly notices: readonly string[];
};

/**
 * Finds the rates that lines name by a percent or a name. A percent that the team does not have and its country
 * offers is added, in the transaction of the caller, who records the change.
 * @throws Refusal for a rate that is not known, and for a percent that several rates have
 */
export async function ratesGiven(
  context: Context,
  lines: readonly Pick<ToolLine, "tax_rate">[],
  { settings, customer, pathOf = ofItem }: Defaults & Naming,
): Promise<GivenRates> {
  const given = lines.map(({ tax_rate }) => tax_rate?.trim() ?? "");
  const open = await openRates(context);
  const isKnown = (text: string) => text === "" || matchingRates(open, text).length > 0;
  if (!given.every(isKnown)) await lockTeam(context);
  const added: TaxRateRow[] = [];
  const ids: (string | null)[] = [];
  // Others may have added a rate before the team was locked.
  const known = given.every(isKnown) ? open : await openRates(context);
  const usual = usualRateOf(known, customer, settings);
  for (const [index, text] of given.entries()) {
    const path = pathOf(index);
    if (text === "") {
      ids.push(usual?.id ?? null);
      continue;
    }
    const found = matchingRates([...known, ...added], text);
    if (found.length > 1) throw ambiguous(found, text, path);
    const [rate = await addOffered(context, { settings, count: known.length }, text)] = found;
    if (rate === null) throw unknown(known, text, path);
    if (found.length === 0) added.push(rate);
    ids.push(rate.id);
  }
  const told = given.includes("") ? [usualNotice(known, usual, customer)] : [];
  const changes = added.map((row) => ({
    type: "tax_rate" as const,
    id: row.id,
    before: null,
    after: taxRateSnapshot(row),
  }));
  return { ids, changes, notices: [...told, ...added.map(addedNotice)] };
}

/** Names the caller's argument of each line, for refusals. */
type Naming = { readonly pathOf?: (index: number) => string };

export function ofItem(index: number): string {
  return `line_items.${index}.tax_rate`;
}

async function openRates(context: Context): Promise<readonly TaxRateRow[]> {
  return (await listRates(context)).filter(({ archived_at }) => archived_at === null);
}

/** By its name, or else those with the percent. */
function matchingRates(rates: readonly TaxRateRow[], text: string): readonly TaxRateRow[] {
  const named = rates.filter(({ name_key }) => name_key === foldCase(text));
  if (named.length > 0) return named;
  const bp = percentIn(text);
  return bp === null ? [] : rates.filter((rate) => rate.bp === bp);
}

/** Hundredths of a percent; null for what is no percent. */
function percentIn(text: string): number | null {
  const [all, whole = "", decimals = ""] = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text) ?? [];
  return all === undefined ? null : Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}

type Adding = { readonly settings: InvoiceSettings; readonly count: number };

/** Null for a percent that the country does not offer as a standard or reduced rate. */
async function addOffered(
  { db, team, now, newId }: Context,
  { settings, count }: Adding,
  text: string,
): Promise<TaxRateRow | null> {
  const bp = percentIn(text);
  const offered = offeredRates(settings.country_code).find(
    (rate) => rate.category === "S" && rate.bp === bp,
  );
  if (offered === undefined || count >= MOST_TAX_RATES) return null;
  const row: TaxRateRow = {
    team_id: team.id,
    id: newId(),
    ...rateNameColumns(offered.name),
    category: offered.category,
    bp: offered.bp,
    reason: offered.reason,
    archived_at: null,
    created_at: now,
    updated_at: now,
  };
  const { numInsertedOrUpdatedRows: rows } = await db
    .insertInto("tax_rates")
    .values(row)
    // The team's own rate of that name has another percent.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return rows === 1n ? row : null;
}

const SETTINGS = "Settings, Invoices, Tax";

function unknown(known: readonly TaxRateRow[], text: string, path: string): Refusal {
  const choice = known.length === 0 ? "" : `, whose rates are ${namesOf(known)}`;
  return new Refusal({
    code: "invalid_argument",
    path,
    message: `The team has no tax rate ${quoted(text)}${choice}`,
    next: `give the percent or the name of one of its rates, or add it under ${SETTINGS} (/settings/invoices/tax); nothing was done`,
  });
}

function ambiguous(found: readonly TaxRateRow[], text: string, path: string): Refusal {
  const names = enumerated(found.map(({ name }) => quoted(name)));
  return new Refusal({
    code: "invalid_argument",
    path,
    message: `Several tax rates have ${quoted(text)}: ${names}`,
    next: "give the name of one of them; nothing was done",
  });
}

function usualNotice(
  known: readonly TaxRateRow[],
  usual: TaxRateRow | null,
  customer: Defaults["customer"],
): string {
  const own = customer?.tax_rate_id ?? null;
  const passed = own === null || own === usual?.id ? "" : " The customer's own rate is archived.";
  const choice = choiceOf(known, usual);
  if (usual === null)
    return `Lines without a tax_rate have no tax: the team has set no usual rate.${passed}${choice}`;
  const whose = usual.id === own ? "customer's" : "team's";
  return `Lines without a tax_rate have the ${whose} usual rate ${quoted(usual.name)}.${passed}${choice}`;
}

const MOST_NAMED = 10;

/** Rates that the caller may name. */
function choiceOf(known: readonly TaxRateRow[], usual: TaxRateRow | null): string {
  const others = known.filter((rate) => rate !== usual);
  if (others.length === 0) return "";
  const named = namesOf(others);
  const other = usual === null ? "" : "other ";
  return others.length === 1
    ? ` The team's ${other}rate is ${named}.`
    : ` The team's ${other}rates are ${named}.`;
}

function namesOf(rates: readonly TaxRateRow[]): string {
  const left = rates.length - MOST_NAMED;
  const names = rates.slice(0, MOST_NAMED).map(({ name }) => quoted(name));
  return enumerated(left > 0 ? [...names, `${left} more`] : names);
}

function addedNotice({ name }: TaxRateRow): string {
  return `The tax rate ${quoted(name)} was added to the team's rates, as its country has it.`;
}
