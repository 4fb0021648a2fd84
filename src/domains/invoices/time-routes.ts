import { z } from "zod";
import { byId, cursor, event, limit, notices, noticesOf, uuid } from "../../core/fields.ts";
import { defineRoute, json } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { codeOfRounding } from "../../shared/time-rounding.ts";
import { addTime, AddTime, billTime, BillTime, type Billed } from "./bill-time.ts";
import {
  type BillableTime,
  billableTime,
  LEFT_OUT_BECAUSE,
  ReadBillable,
} from "./billable-time.ts";
import { findBuyer } from "./draft.ts";
import { requireInvoice } from "./get-invoice.ts";
import { InvoicedTime, listInvoicedTime } from "./invoiced-time.ts";
import { ShownLine } from "./page-answers.ts";

const seconds = z.int();
const minor = z.int();

const Sum = z.object({ seconds, billed_seconds: seconds, amount_minor: minor });

const Billable = z.object({
  /** An invoice each, by currency. */
  groups: z.array(
    Sum.extend({
      currency: z.string(),
      projects: z.array(
        Sum.extend({
          id: uuid,
          name: z.string(),
          entries: z.int(),
          rate_minor: minor,
          currency: z.string(),
          /** Code of the rule, as `readRounding` reads it. */
          rounding: z.string(),
          /** Hours, as the line has them. */
          quantity: z.string(),
        }),
      ),
    }),
  ),
  left_out: z.array(
    z.object({
      why: z.enum(LEFT_OUT_BECAUSE),
      seconds,
      project: z.object({ id: uuid, name: z.string() }),
      currency: z.string().nullable(),
      /** The invoice that has the time already; its number is null for a draft. */
      invoice: z.object({ id: uuid, number: z.string().nullable() }).nullable(),
    }),
  ),
});

const billable = defineRoute({
  path: "GET /api/teams/:team/invoices/billable-time",
  role: "member",
  input: ReadBillable,
  output: json(Billable),
  example: (idOf) => ({ customer_id: idOf("customer"), from: "2026-11-01", to: "2026-11-30" }),
  handler: async (context: Context, { customer_id, project_id, currency, from, to }) => {
    const customer = await findBuyer(context, customer_id);
    const project_ids = project_id === undefined ? undefined : [project_id];
    const found = await billableTime(context, { customer, from, to, project_ids });
    return shownBillable(found, currency);
  },
});

function shownBillable(
  { projects, leftOut }: BillableTime,
  currency: string | undefined,
): z.input<typeof Billable> {
  const wanted = projects.filter(
    (project) => currency === undefined || project.currency === currency,
  );
  const groups = [...Map.groupBy(wanted, (project) => project.currency)];
  return {
    groups: groups
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, some]) => ({
        currency: code,
        seconds: sumOf(some, "seconds"),
        billed_seconds: sumOf(some, "billed_seconds"),
        amount_minor: sumOf(some, "amount_minor"),
        projects: some.map(({ rounding, entries, ...project }) => ({
          ...project,
          entries: entries.length,
          rounding: codeOfRounding(rounding),
        })),
      })),
    left_out: leftOut.map(({ invoice, ...part }) => ({
      ...part,
      invoice: invoice && { id: invoice.id, number: invoice.number },
    })),
  };
}

type Sums = "seconds" | "billed_seconds" | "amount_minor";

function sumOf(projects: BillableTime["projects"], column: Sums): number {
  return projects.reduce((sum, project) => sum + project[column], 0);
}

const BilledDraft = z.object({
  id: uuid,
  /** `updated_at`, which the next change sends as `seen`. */
  version: z.string(),
  lines: z.array(ShownLine),
  notices,
  event,
});

const bill = defineRoute({
  path: "POST /api/teams/:team/invoices/from-time",
  role: "member",
  event: {
    of: "invoice",
    did: "created",
    said: "billed tracked time as *",
    tried: "bill tracked time",
  },
  input: BillTime,
  output: json(BilledDraft),
  example: (idOf) => ({
    customer_id: idOf("customer"),
    from: "2026-11-01",
    to: "2026-11-30",
    project_ids: [idOf("billable_project")],
  }),
  handler: async (context: Context, input) => shownBilled(context, await billTime(context, input)),
});

const add = defineRoute({
  path: "POST /api/teams/:team/invoices/:id/time",
  role: "member",
  event: {
    of: "invoice",
    did: "changed",
    said: "added tracked time to *",
    tried: "add tracked time to an invoice",
  },
  input: AddTime,
  output: json(BilledDraft),
  example: (idOf) => ({
    id: idOf("invoice"),
    seen: idOf("invoice_seen"),
    from: "2026-11-01",
    to: "2026-11-30",
    project_ids: [idOf("billable_project")],
  }),
  handler: async (context: Context, input) => shownBilled(context, await addTime(context, input)),
});

async function shownBilled(
  context: Context,
  { id, event, notices }: Billed,
): Promise<z.input<typeof BilledDraft>> {
  const { row } = await requireInvoice(context, { id });
  return { id, version: row.updated_at, lines: [...row.lines], event, ...noticesOf(notices) };
}

const evidence = defineRoute({
  path: "GET /api/teams/:team/invoices/:id/time",
  role: "member",
  input: z.strictObject({ ...byId.shape, cursor: cursor.optional(), limit: limit.default(100) }),
  output: json(InvoicedTime),
  example: (idOf) => ({ id: idOf("invoice") }),
  handler: listInvoicedTime,
});

/** Addresses with a word stand before those with an id in the same place. */
export const timeRoutes = [billable, bill, add, evidence] as const;
