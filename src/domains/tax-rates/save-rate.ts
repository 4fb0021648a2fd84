import { z } from "zod";
import { type Change, difference, record } from "../../activity/journal.ts";
import { changedMeanwhile, Refusal } from "../../core/errors.ts";
import { type ById, event, instant, label, type Undoable, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { needsReason, TAX_CATEGORY_NAMES } from "../../shared/tax-categories.ts";
import { timeOfChange } from "../../shared/time.ts";
import { settingsOf, writeSettings } from "../invoice-settings/settings.ts";
import { TAX_CATEGORIES } from "../invoices/invoice-body.ts";
import {
  customersByRate,
  listRates,
  lockRate,
  MOST_TAX_RATES,
  noRate,
  rateNameColumns,
  type TaxRateRow,
  taxRateSnapshot,
  isRateUsed,
} from "./tax-rate.ts";

const category = z.enum(TAX_CATEGORIES);
/** Hundredths of a percent. */
const bp = z.int().min(0).max(10_000);
const reason = label(300);

export const CreateTaxRate = z.strictObject({
  name: label(100),
  category,
  bp,
  reason: reason.nullish(),
});

/**
 * Creates a rate. Its name is unique among the team's rates that are not archived, ignoring case.
 * @returns the rate's id
 */
export async function createTaxRate(
  context: Context,
  input: z.output<typeof CreateTaxRate>,
): Promise<{ readonly id: string } & Undoable> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const row: TaxRateRow = {
      team_id: context.team.id,
      id: context.newId(),
      ...rateNameColumns(input.name),
      ...taxed({ ...input, reason: input.reason ?? null }),
      archived_at: null,
      created_at: context.now,
      updated_at: context.now,
    };
    const all = await listRates(context);
    refuseTwin(all, row);
    if (all.length >= MOST_TAX_RATES) throw tooManyRates();
    await context.db.insertInto("tax_rates").values(row).execute();
    const after = taxRateSnapshot(row);
    const event = await record(context, [{ type: "tax_rate", id: row.id, before: null, after }]);
    return { id: row.id, event };
  });
}

export const UpdateTaxRate = z.strictObject({
  id: uuid,
  name: label(100).optional(),
  category: category.optional(),
  bp: bp.optional(),
  reason: reason.nullish(),
  is_archived: z.boolean().optional(),
  seen: instant.optional().describe("updated_at of the rate as it was read"),
});

/**
 * Changes the given fields only. An archived rate is no longer the usual one.
 * @throws Refusal `in_use` for another percent, category or reason once a line of any invoice has the rate
 * @throws Refusal `changed_meanwhile` when the rate is no longer as it was seen
 */
export async function updateTaxRate(
  context: Context,
  { id, seen, ...input }: z.output<typeof UpdateTaxRate>,
): Promise<Undoable> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const before = await lockRate(context, id);
    if (before === undefined) throw noRate(id);
    if (seen !== undefined && seen !== before.updated_at)
      throw changedMeanwhile(
        "The tax rate was changed meanwhile",
        "look at what changed, and save again; nothing was saved",
      );
    const row = { ...before, ...columnsOf(context, before, input) };
    if (isSame(before, row)) return { event: null };
    if (isTaxedOtherwise(before, row)) await refuseOtherTax(context, before);
    refuseTwin(await listRates(context), row);
    return { event: await record(context, await write(context, before, row)) };
  });
}

export const DeletedTaxRate = z.object({
  id: uuid,
  /** False for a rate that lines of invoices or customers have: it was archived instead. */
  deleted: z.boolean(),
  event,
});

/** Deletes a rate; one that a line of any invoice has, or a customer, is archived instead. */
export async function deleteTaxRate(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof DeletedTaxRate>> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const row = await lockRate(context, id);
    if (row === undefined) throw noRate(id);
    if ((await isRateUsed(context, id)) || (await customersByRate(context)).has(id)) {
      const archived = { ...row, archived_at: row.archived_at ?? context.now };
      const changes = isSame(row, archived) ? [] : await write(context, row, archived);
      const event = changes.length === 0 ? null : await record(context, changes);
      return { id, deleted: false, event };
    }
    const changes = await forgetUsual(context, id);
    await context.db
      .deleteFrom("tax_rates")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    const gone = { type: "tax_rate", id, before: taxRateSnapshot(row), after: null } as const;
    return { id, deleted: true, event: await record(context, [...changes, gone]) };
  });
}

type Taxed = Pick<TaxRateRow, "category" | "bp" | "reason">;

/**
 * A reason is kept only where no tax is charged for one.
 * @throws Refusal for a percent or a reason that the category does not go with
 */
function taxed({ category, bp, reason }: Taxed): Taxed {
  const name = TAX_CATEGORY_NAMES[category];
  if (category === "S" && bp === 0)
    throw new Refusal({
      code: "invalid_argument",
      path: "bp",
      message: "A standard or reduced rate is above 0 %",
      next: "enter its percent, or choose Zero rate or Exempt",
    });
  if (category !== "S" && bp !== 0)
    throw new Refusal({
      code: "invalid_argument",
      path: "bp",
      message: `${quoted(name)} charges no tax`,
      next: "enter 0 %, or choose Standard or reduced rate",
    });
  if (!needsReason(category)) return { category, bp, reason: null };
  if (reason === null)
    throw new Refusal({
      code: "invalid_argument",
      path: "reason",
      message: `${quoted(name)} needs a reason, which is printed on the invoice`,
      next: "enter the law, or the words by which no tax is charged",
    });
  return { category, bp, reason };
}

type Given = Omit<z.output<typeof UpdateTaxRate>, "id" | "seen">;

function columnsOf({ now }: Context, before: TaxRateRow, given: Given): Partial<TaxRateRow> {
  const { name, is_archived } = given;
  const { category = before.category, bp = before.bp } = given;
  const reason = given.reason === undefined ? before.reason : given.reason;
  const archived_at = is_archived === true ? (before.archived_at ?? now) : null;
  return {
    ...(name === undefined ? {} : rateNameColumns(name)),
    ...taxed({ category, bp, reason }),
    ...(is_archived === undefined ? {} : { archived_at }),
  };
}

function isSame(before: TaxRateRow, row: TaxRateRow): boolean {
  return Object.keys(difference(before, row).after).length === 0;
}

function isTaxedOtherwise(before: TaxRateRow, row: TaxRateRow): boolean {
  return row.category !== before.category || row.bp !== before.bp || row.reason !== before.reason;
}

async function refuseOtherTax(context: AuditContext, { id, name }: TaxRateRow): Promise<void> {
  if (!(await isRateUsed(context, id))) return;
  throw new Refusal({
    code: "in_use",
    path: "bp",
    message: `Lines of invoices have the tax rate ${quoted(name)}, so that its kind, percent and reason stay`,
    next: "archive it and add another rate; nothing was changed",
  });
}

function refuseTwin(all: readonly TaxRateRow[], row: TaxRateRow): void {
  if (row.archived_at !== null) return;
  const twin = all.find(
    ({ id, name_key, archived_at }) =>
      id !== row.id && archived_at === null && name_key === row.name_key,
  );
  if (twin === undefined) return;
  throw new Refusal({
    code: "already_exists",
    path: "name",
    message: `The tax rate ${quoted(twin.name)} exists already`,
    next: "give another name",
  });
}

function tooManyRates(): Refusal {
  return new Refusal({
    code: "too_many",
    message: `The team has ${MOST_TAX_RATES} tax rates, and no more fit`,
    next: "delete one that no line has first",
  });
}

/** Writes a changed rate. The team is locked by then. */
async function write(
  context: AuditContext,
  before: TaxRateRow,
  row: TaxRateRow,
): Promise<readonly Change[]> {
  const { team_id, id, ...columns } = {
    ...row,
    updated_at: timeOfChange(context.now, before.updated_at),
  };
  const settings = row.archived_at === null ? [] : await forgetUsual(context, id);
  await context.db
    .updateTable("tax_rates")
    .set(columns)
    .where("team_id", "=", team_id)
    .where("id", "=", id)
    .execute();
  const after = taxRateSnapshot({ team_id, id, ...columns });
  const snapshots = difference(taxRateSnapshot(before), after);
  return [...settings, { type: "tax_rate", id, ...snapshots }];
}

/** Takes the rate out of the defaults. */
async function forgetUsual(context: AuditContext, id: string): Promise<readonly Change[]> {
  const { tax_rate_id } = await settingsOf(context);
  return tax_rate_id === id ? writeSettings(context, { tax_rate_id: null }) : [];
}
