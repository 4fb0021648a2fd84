import { z } from "zod";
import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import type { Day } from "../../shared/time.ts";
import { todayOf } from "../team/today.ts";
import { bodyOf, type BodyParts, type DocumentDays, languageOf, readBodyParts } from "./body-of.ts";
import { checkDraft, type CheckedDraft, drawingFaults } from "./check-draft.ts";
import { nextNumber, numberingOf } from "./give-number.ts";
import type { InvoiceBody } from "./invoice-body.ts";
import { findInvoice, type InvoiceRow, noInvoice, requireDraft } from "./invoice.ts";
import { MAIL_NAMES, mailTemplate, mailValues } from "./mail-texts.ts";
import { recipientsOf } from "./send-invoice.ts";
import { expectedDays } from "./sending-days.ts";

export const SendingCheck = z.object({
  /** Faults of the draft. It can be sent while none is needed. */
  items: z.array(
    z.object({
      path: z.string(),
      message: z.string(),
      /** Address of the page that mends it; null for the invoice's own. */
      page: z.string().nullable(),
      is_needed: z.boolean(),
    }),
  ),
  /** Number that the draft would get, if it was sent now. */
  number: z.string(),
  total_minor: z.int(),
  currency: z.string(),
  mail: z.object({
    /** False where no mail server is set up. */
    can_mail: z.boolean(),
    to: z.array(z.string()),
    cc: z.array(z.string()),
    /** Templates: names in braces are filled in when it is sent. */
    subject: z.string(),
    text: z.string(),
    /**
     * Words for the names in braces, as the mail has them; null for a name that this document does not have, and for
     * all while its sums are not known.
     */
    values: z.record(z.enum(MAIL_NAMES), z.string().nullable()).nullable(),
  }),
});

/** Tells a person what a send would do. @throws Refusal for an unknown id, and for what is no draft */
export async function checkSending(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof SendingCheck>> {
  const row = await findInvoice(context, id);
  if (row === undefined) throw noInvoice(id);
  requireDraft(row, "look at it on its page");
  const today = await todayOf(context);
  const { parts, numbering, days, body, faults } = await expectSending(context, row, today);
  const number = await nextNumber(context, numbering, days.issue_date);
  return {
    items: faults.map(({ isNeeded, ...fault }) => ({ ...fault, is_needed: isNeeded })),
    number,
    total_minor: row.total_minor,
    currency: row.currency,
    mail: {
      ...mailOf(context, row, parts),
      values:
        body &&
        mailValues({ ...body, number }, { team: parts.team.name, link: linkToCome(context) }),
    },
  };
}

/** The document that a draft would be if it was sent on this day, and all its faults. */
export async function expectSending(context: Context, row: InvoiceRow, today: Day) {
  const parts = await readBodyParts(context, row);
  const checked = await checkDraft(context, row, parts, today);
  const numbering = numberingOf(parts.settings, row.type);
  const place = { series: numbering.series, today };
  const { days, fault } = await expectedDays(context, row, parts.settings, place);
  const body = expectedBody({ row, parts, checked, days });
  const undrawable = body === null ? [] : drawingFaults(body, row.customer_id);
  const faults = [...checked.faults, ...(fault === null ? [] : [fault]), ...undrawable];
  return { parts, numbering, days, body, faults };
}

type Drawn = {
  readonly row: InvoiceRow;
  readonly parts: BodyParts;
  readonly checked: CheckedDraft;
  readonly days: DocumentDays;
};

function expectedBody({ row, parts, checked, days }: Drawn): InvoiceBody | null {
  const { totals, statedTax } = checked;
  if (totals.state === "refused") return null;
  return bodyOf(row, parts, { ...days, number: null, totals: totals.value, statedTax });
}

/** The link as it will look: its secret part comes with the number. */
function linkToCome({ baseUrl }: Context): string | null {
  return baseUrl === null ? null : `${baseUrl}/i/…`;
}

function mailOf({ mailing }: Context, row: InvoiceRow, parts: BodyParts) {
  const { texts } = parts.settings;
  const { to, cc } = recipientsOf({}, parts);
  return {
    can_mail: mailing !== null,
    to: [...to],
    cc: [...cc],
    ...mailTemplate(texts, "invoice", languageOf(row, parts)),
  };
}
