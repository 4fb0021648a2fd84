import { z } from "zod";
import { notUndoable } from "../../activity/not-undoable.ts";
import type { Snapshot } from "../../activity/recorded-change.ts";
import { type Clash, namesIn, type PutBack, type SharedSubject } from "../../activity/subject.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam } from "../../db/transaction.ts";
import { TAX_CATEGORY_NAMES } from "../../shared/tax-categories.ts";
import {
  listRates,
  MOST_TAX_RATES,
  rateNameColumns,
  type taxRateSnapshot,
  isRateUsed,
} from "./tax-rate.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    tax_rate: typeof taxRateSubject;
  }
}

const Restored = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  bp: z.int(),
  reason: z.string().nullable(),
  archived_at: z.string().nullable(),
});

type Column = Exclude<keyof ReturnType<typeof taxRateSnapshot>, "id">;

export const taxRateSubject: SharedSubject<Column> = {
  isPrivate: false,
  noun: {
    label: "Tax rate",
    one: "a tax rate",
    named: "the tax rate *",
    inFields: "*",
    many: "tax rates",
  },
  fields: {
    name: { label: "Name", kind: "text" },
    category: { label: "Kind", kind: "choice", choices: TAX_CATEGORY_NAMES },
    bp: { label: "Percent", kind: "number", unit: null, inHundredths: true },
    reason: { label: "Reason", kind: "text" },
    archived_at: { label: "Archived", kind: "moment", dates: "the archiving" },
    created_at: null,
    updated_at: null,
  },
  page: "/settings/invoices/tax#rates",
  names: namesIn("tax_rates"),
  namedIn: "name",
  undo: {
    table: "tax_rates",
    key: ["id"],
    derived: (snapshot) => rateNameColumns(Restored.parse(snapshot).name),
    touched: "updated_at",
    referredBy: [
      { table: "customers", column: "tax_rate_id", one: "customer" },
      {
        table: "invoice_settings",
        column: "tax_rate_id",
        one: "set of defaults",
        many: "sets of defaults",
      },
    ],
    hold: lockTeam,
    clash: inTheWay,
    after: refuseUsed,
  },
};

/** A rate that lines have got since does not go. */
async function refuseUsed(context: Context, rows: readonly PutBack[]): Promise<void> {
  for (const { id, before, after } of rows) {
    if (after !== null || !(await isRateUsed(context, id))) continue;
    throw notUndoable({
      because: `Lines of invoices have the tax rate ${quoted(Restored.parse(before).name)} by now`,
      next: "archive it instead",
    });
  }
}

async function inTheWay(context: Context, row: Snapshot): Promise<Clash | null> {
  const put = Restored.parse(row);
  const all = await listRates(context);
  const now = all.find(({ id }) => id === put.id);
  const isOther =
    now !== undefined &&
    (now.bp !== put.bp || now.category !== put.category || now.reason !== put.reason);
  if (isOther && (await isRateUsed(context, put.id)))
    return { message: "lines of invoices have it by now", next: "make another rate instead" };
  const { name_key } = rateNameColumns(put.name);
  const twin = all.find(
    (other) =>
      other.id !== put.id &&
      put.archived_at === null &&
      other.archived_at === null &&
      other.name_key === name_key,
  );
  if (twin !== undefined)
    return {
      message: `there is another tax rate ${quoted(twin.name)} now`,
      next: "rename or archive that one first",
    };
  if (now !== undefined || all.length < MOST_TAX_RATES) return null;
  return { message: `the team has ${MOST_TAX_RATES} tax rates now`, next: "delete one first" };
}
