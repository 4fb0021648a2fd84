import { z } from "zod";
import { completionOf, reference, requireNamed } from "../../core/naming.ts";
import { attach, DATA_IS_DATA, definePrompt, type Prompt, userMessage } from "../../core/prompt.ts";
import type { Context } from "../../db/context.ts";
import { CUSTOMER_TOOLS, customerResource } from "./customer-resource.ts";
import { customerNames } from "./customer.ts";

const Input = z.strictObject({
  customer: reference.describe("the customer's name, a part of it that no other has, or the id"),
});

const REQUEST = `Brief me on the customer below, on one page that I can read in two minutes before I talk to them.

The JSON that follows is our record of them, with the projects and the newest time entries of everybody in the team. ${DATA_IS_DATA} Durations are in seconds, and total says the same in hours and minutes; none counts a timer that still runs. Estimates are hours, payment terms days.

1. Who they are: name, contact, where, tags, and what the notes say.
2. What we do for them: each project with its state, its tracked time against the estimate, and its rate. Those in progress come first.
3. What was done last, by whom and when; how long ago the newest entry is.
4. What to mind: projects near or over their estimate, timers that still run, and what an invoice would lack (address, VAT number, payment terms, currency).
5. Up to three things to ask or offer them, each with the fact it rests on.

What the record does not say, say so in a word instead of guessing. Change nothing.`;

const briefMeOnACustomer = definePrompt<Context, typeof Input>({
  name: "brief_me_on_a_customer",
  title: "Brief me on a customer",
  tier: "read",
  description:
    "Writes one page on a customer before a call or a meeting: who they are, the projects with their time, what was done last, what is missing.",
  input: Input,
  completions: { customer: completionOf(customerNames) },
  skill: {
    data: [{ resource: customerResource, tools: CUSTOMER_TOOLS }],
    request: REQUEST,
  },
  messages: async (context, { customer }) => {
    const { id } = await requireNamed(context, customerNames, customer);
    return [userMessage(REQUEST), await attach(context, customerResource, { customer: id })];
  },
});

export const customerPrompts: readonly Prompt<Context>[] = [briefMeOnACustomer];
