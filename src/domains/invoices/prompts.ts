import { z } from "zod";
import { completionOf, reference, requireNamed } from "../../core/naming.ts";
import { attach, DATA_IS_DATA, definePrompt, type Prompt, userMessage } from "../../core/prompt.ts";
import type { Context } from "../../db/context.ts";
import { CUSTOMER_TOOLS, customerResource } from "../customers/customer-resource.ts";
import { customerNames } from "../customers/customer.ts";
import { lastDayOf } from "../reports/range.ts";
import { calendarMonth, completeMonth } from "../timesheet/day-words.ts";
import { lateInvoicesResource } from "./late-invoices.ts";

const InvoiceInput = z.strictObject({
  customer: reference.describe("the customer's name, a part of it that no other has, or the id"),
  month: calendarMonth.describe("the month as YYYY-MM, such as 2026-10"),
});

const invoiceTrackedTime = definePrompt<Context, typeof InvoiceInput>({
  name: "invoice_tracked_time",
  title: "Invoice tracked time",
  tier: "write",
  description:
    "Turns a customer's tracked time of a month into a draft of an invoice, says what is left out and why, and sends it only after your yes.",
  input: InvoiceInput,
  completions: { customer: completionOf(customerNames), month: completeMonth },
  skill: {
    data: [{ resource: customerResource, tools: CUSTOMER_TOOLS }],
    request: invoiceRequest({
      customer: "(the customer's id)",
      month: "the month",
      from: "(its first day)",
      to: "(its last day)",
    }),
  },
  messages: async (context, { customer, month }) => {
    const { id } = await requireNamed(context, customerNames, customer);
    return [
      userMessage(
        invoiceRequest({ customer: id, month, from: `${month}-01`, to: lastDayOf(month) }),
      ),
      await attach(context, customerResource, { customer: id }),
    ];
  },
});

type Invoiced = {
  readonly customer: string;
  readonly month: string;
  readonly from: string;
  readonly to: string;
};

function invoiceRequest({ customer, month, from, to }: Invoiced): string {
  return `Invoice the tracked time of ${month} to the customer below.

The JSON that follows is our record of them, with their projects and the newest time entries. ${DATA_IS_DATA} Durations are in seconds, rates are per hour.

1. Say first what would be missing: projects that are billable but have no rate, timers that still run, an address or a VAT number that an invoice needs. Ask whether I want to mend that before.
2. invoices_create_draft with dry_run: true, customer_id ${customer} and tracked_time from ${from} to ${to}. Where a notice doubts the tax, ask me which of the rates that it names is right: the rate of a draft cannot be changed by your tools.
3. The same without dry_run, with that rate as tax_rate of tracked_time. It makes a line for each project, with the hours rounded by the rule that the team, the customer or the project has. Add nothing that I have not asked for.
4. Show me the lines as a table (project, hours, rate, amount), with tax and total, then every notice: what was left out, with its hours and the reason.
5. If it is refused because other invoices have the time already, name them, and stop.
6. Ask me whether to send it. invoices_send only after I have said yes; otherwise leave the draft, and give me its total. The draft holds the time until its lines or the draft itself are deleted on the page Invoices of the web app.

Do not change prices, hours or texts by yourself. What you cannot do with your tools is for me, on the page of the draft.`;
}

const CHASE_REQUEST = `Help me get paid: go through the overdue invoices below.

The JSON that follows lists them, the longest overdue first. ${DATA_IS_DATA} Amounts are in units of the currency of each invoice; amount_due is what is still owed.

1. Group them by customer, and put the customers in order of harm: what is owed, and how long it is overdue. Never add up different currencies. Show a table: customer, invoices, days overdue of the oldest, owed by currency.
2. For each customer say what the record tells about the reason: a part was paid or credited, everything else is paid on time. mail tells two more. failed: the last mail did not arrive; ask me whether an earlier one did, else this is no late payer, and the invoice is to be sent again on its page. not_sent or null: Ledgerport never mailed it, and it may have gone out another way; ask me.
3. Before you write, look for money that came and is not booked: transactions_list with direction in, from the oldest issue_date of the customer, and q the number, then the customer's name; transactions_get says whether it is booked to an invoice. Name such payments in place of the reminder: I book them.
4. Draft one reminder for each other customer about all their overdue invoices together, in the language of their invoices where you know it: numbers, days, amounts, how to pay is on the invoice. Under two weeks friendly, above it firm; never threaten, and name no fees or interest that I have not told you.
5. Ask me which to send. You cannot mail them: I copy the texts.

customers_get has a customer's contact, invoices_get an invoice with its payments and its mail. Change nothing.`;

const ChaseInput = z.strictObject({});

const chaseLatePayers = definePrompt<Context, typeof ChaseInput>({
  name: "chase_late_payers",
  title: "Chase late payers",
  tier: "read",
  description:
    "Goes through the overdue invoices by customer, the most harm first, and drafts a friendly or firm reminder to each for you to send.",
  input: ChaseInput,
  skill: {
    data: [
      {
        resource: lateInvoicesResource,
        tools: "invoices_list with status overdue, then invoices_get for mails and payments",
      },
    ],
    request: CHASE_REQUEST,
  },
  messages: async (context) => [
    userMessage(CHASE_REQUEST),
    await attach(context, lateInvoicesResource),
  ],
});

export const invoicePrompts: readonly Prompt<Context>[] = [invoiceTrackedTime, chaseLatePayers];
