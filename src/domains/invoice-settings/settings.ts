import type { Selectable } from "kysely";
import { type Change, difference } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { lockTeam } from "../../db/transaction.ts";
import { type Instant, timeOfChange } from "../../shared/time.ts";

export type SettingsRow = Selectable<Schema["invoice_settings"]>;

/** Columns that people set. */
export type SettingsColumns = Omit<SettingsRow, "team_id" | "id" | "updated_at">;

export type InvoiceSettings = SettingsColumns & {
  /** ISO 3166-1 alpha-2; the team's, null while nobody has said it. */
  readonly country_code: string | null;
  /** Null while the team has only the defaults. */
  readonly updated_at: Instant | null;
};

export const NUMBER_DEFAULTS = {
  invoice_pattern: "INV-{YYYY}-{####}",
  invoice_reset: "year",
  credit_note_pattern: "CN-{YYYY}-{####}",
  credit_note_reset: "year",
  credits_share_numbers: false,
} as const satisfies Partial<SettingsColumns>;

/** The house's petrol. */
const ACCENT = "#115f6f";

const ON_LETTER = new Set(["US", "CA", "MX"]);

/** Settings of a team that has set none. */
export function defaultSettings(country: string | null): SettingsColumns {
  return {
    legal_name: null,
    address: null,
    city: null,
    zip: null,
    state: null,
    vat_number: null,
    tax_number: null,
    registration: null,
    contact: null,
    phone: null,
    email: null,
    legal_text: null,
    ...NUMBER_DEFAULTS,
    dates_ordered: null,
    void_issues_credit_note: null,
    tax_rate_id: null,
    payment_account_id: null,
    prices_include_tax: false,
    language: "en",
    terms_days: 30,
    paper: ON_LETTER.has(country ?? "") ? "LETTER" : "A4",
    accent: ACCENT,
    logo_sha256: null,
    reply_to: null,
    copy_to: null,
    rounding: "none",
    texts: {},
  };
}

type Place = Pick<AuditContext, "db" | "team">;

/** The team's settings, or the defaults where it has set none. */
export async function settingsOf(context: Place): Promise<InvoiceSettings> {
  const [country_code, row] = await Promise.all([countryOf(context), findSettings(context)]);
  if (row === undefined)
    return { ...defaultSettings(country_code), country_code, updated_at: null };
  const { team_id: _team, id: _id, ...settings } = row;
  return { ...settings, country_code };
}

async function countryOf({ db, team }: Place): Promise<string | null> {
  const { country_code } = await db
    .selectFrom("teams")
    .select("country_code")
    .where("id", "=", team.id)
    .executeTakeFirstOrThrow();
  return country_code;
}

async function findSettings({ db, team }: Place): Promise<SettingsRow | undefined> {
  return db
    .selectFrom("invoice_settings")
    .selectAll()
    .where("team_id", "=", team.id)
    .executeTakeFirst();
}

export function settingsSnapshot({ team_id: _team, ...snapshot }: SettingsRow) {
  return snapshot;
}

/**
 * Writes the given columns, in the transaction of the caller, who records the changes. The team is locked: settings
 * are written in turns.
 * @returns no changes where all is as before
 */
export async function writeSettings(
  context: AuditContext,
  columns: Partial<SettingsColumns>,
): Promise<readonly Change[]> {
  const { db, team, now } = context;
  await lockTeam(context);
  const before = await findSettings(context);
  const old = before ?? { ...defaultSettings(await countryOf(context)), updated_at: now };
  const row: SettingsRow = { ...old, ...columns, team_id: team.id, id: team.id };
  if (Object.keys(difference<object>(old, { ...old, ...columns }).after).length === 0) return [];
  const type = "invoice_settings";
  if (before === undefined) {
    const values = { ...row, updated_at: now };
    await db.insertInto("invoice_settings").values(stored(values)).execute();
    return [{ type, id: team.id, before: null, after: settingsSnapshot(values) }];
  }
  const changed = { ...row, updated_at: timeOfChange(now, before.updated_at) };
  const { team_id, ...set } = stored(changed);
  await db.updateTable("invoice_settings").set(set).where("team_id", "=", team_id).execute();
  const snapshots = difference(settingsSnapshot(before), settingsSnapshot(changed));
  return [{ type, id: team.id, ...snapshots }];
}

function stored(row: SettingsRow) {
  return { ...row, texts: JSON.stringify(row.texts) };
}
