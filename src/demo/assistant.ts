import { createKey } from "../accounts/api-keys.ts";
import { CallLog, doneWith, type EndCall, CredentialUse, setClient } from "../accounts/call-log.ts";
import { recordRefusal } from "../activity/journal.ts";
import type { Begin } from "../db/connect.ts";
import type { Client, Context } from "../db/context.ts";
import { allCategories } from "../domains/categories/all-categories.ts";
import { listedCategory } from "../domains/categories/category.ts";
import { getCustomer } from "../domains/customers/get-customer.ts";
import { CustomersAsked, toolCustomers } from "../domains/customers/tool-answers.ts";
import { type UpdateCustomer, updateCustomer } from "../domains/customers/update-customer.ts";
import { CreateByTool, createByTool } from "../domains/invoices/create-by-tool.ts";
import { listInvoices } from "../domains/invoices/list-invoices.ts";
import { categorize } from "../domains/transactions/categorize.ts";
import { listTransactions } from "../domains/transactions/list-transactions.ts";
import { addMilliseconds, type Instant, millisecondsOf } from "../shared/time.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { ago, contextAt, inWebApp } from "./past.ts";
import { PAYMENTS } from "./payments.ts";

export type Assistant = Context & {
  readonly credential: { readonly kind: "api_key"; readonly id: string };
  readonly client: Client;
  readonly logsCalls: boolean;
};

const CLIENT: Client = { name: "Claude", version: "1.0.0" };

/** Nobody has the secret of its key, so nobody calls with it later. */
export async function connectAssistant(
  user: Context,
  { logsCalls }: { readonly logsCalls: boolean },
): Promise<Assistant> {
  const then = inWebApp(ago(user, 12, 9 * 60 + 20), "POST /api/teams/:team/keys");
  const newKey = { userId: user.actor.id, name: "Laptop", preset: "all" } as const;
  const { id } = await createKey(then, newKey);
  return { ...user, credential: { kind: "api_key", id }, client: CLIENT, logsCalls };
}

/** Each call is at a number of seconds after the start. */
type Session = {
  readonly call: <Output>(
    second: number,
    tool: string,
    run: (context: Context) => Promise<Output>,
  ) => Promise<Output>;
  /** Calls a tool that deletes, which the team has not allowed. */
  readonly refused: (second: number, tool: string) => Promise<void>;
};

/**
 * Lets an assistant work for some minutes. Its calls leave what those at the MCP endpoint do: events of
 * the journal, rows of the call log, and the key's last use.
 */
export async function workAs(
  assistant: Assistant,
  { start, chance }: { readonly start: Instant; readonly chance: Chance },
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const { credential, client, db, randomBytes, team } = assistant;
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const begin: Begin = async (work) => work(db);
  let clock = millisecondsOf(start);
  const log = assistant.logsCalls
    ? new CallLog({ begin, clock: () => clock, randomBytes, onError })
    : null;
  const use = new CredentialUse(begin, onError);
  const used = { ...credential, teamId: team.id };

  async function logged<Output>(
    second: number,
    tool: string,
    run: (context: Context, end: EndCall) => Promise<Output>,
  ): Promise<Output> {
    const now = addMilliseconds(start, second * 1000);
    clock = millisecondsOf(now);
    use.note(used, now);
    const end = log?.begin(assistant, client, tool) ?? (() => {});
    clock += chance.between(4, 38);
    return run({ ...contextAt(assistant, now), tool }, end);
  }

  await setClient(begin, used, client, start);
  try {
    await work({
      call: async (second, tool, run) =>
        logged(second, tool, async (context, end) => {
          const output = await run(context);
          end(doneWith(output));
          return output;
        }),
      refused: async (second, tool) =>
        logged(second, tool, async (context, end) => {
          await recordRefusal(context, "tool_not_available");
          end({ outcome: "refused", reason: "tool_not_available", rows: null });
        }),
    });
  } finally {
    // Nothing of it is written later, when the transaction is over.
    await log?.settled();
    await use.settled();
  }
  if (errors.length > 0) throw errors[0];
}

/** Sessions of two days ago, of yesterday evening, after the files of the banks came, and of a few minutes ago. */
export async function fillSessions(assistant: Assistant): Promise<void> {
  const { now: asked } = ago(assistant, 2, 16 * 60 + 8);
  await workAs(assistant, { start: asked, chance: chanceOf(39) }, draftInvoice);
  const { now } = ago(assistant, 1, 20 * 60 + 41);
  await workAs(assistant, { start: now, chance: chanceOf(41) }, categorizeNewest);
  const start = addMilliseconds(assistant.now, -14 * 60_000);
  await workAs(assistant, { start, chance: chanceOf(43) }, tidyCustomers);
}

async function findCustomer(call: Session["call"], second: number, name: string): Promise<string> {
  const wanted = CustomersAsked.parse({ name });
  const { items } = await call(second, "customers_list", async (context) =>
    toolCustomers(context, wanted),
  );
  if (items[0] === undefined) throw new Error(`${name} is not in the demo`);
  return items[0].id;
}

const NEW_INVOICE = {
  customer: "Weingut Grünauer",
  lines: [
    { name: "Weinkarte für die Messe", quantity: 1, price: 1150, tax_rate: "Reverse charge" },
    { name: "Anpassungen", quantity: 3.5, unit: "h", price: 92, tax_rate: "Reverse charge" },
  ],
};

async function draftInvoice({ call }: Session): Promise<void> {
  const id = await findCustomer(call, 0, NEW_INVOICE.customer);
  const asked = { sort: "-created", listing: "", cursor: null, limit: 25 } as const;
  await call(5, "invoices_list", async (context) =>
    listInvoices(context, { ...asked, filter: { customer: id } }),
  );
  const draft = CreateByTool.parse({ customer_id: id, line_items: NEW_INVOICE.lines });
  await call(31, "invoices_create_draft", async (context) => createByTool(context, draft));
}

async function categorizeNewest({ call }: Session): Promise<void> {
  const filter = { category: "uncategorized" };
  const { items } = await call(0, "transactions_list", async (context) =>
    listTransactions(context, { filter, listing: "", cursor: null, limit: 25 }),
  );
  await call(6, "categories_list", async (context) => ({
    items: (await allCategories(context)).map(listedCategory),
  }));
  const byHand = new Map(
    PAYMENTS.flatMap(({ name, category, isByHand }) => (isByHand ? [[name, category]] : [])),
  );
  const payment = items.find(({ name }) => byHand.has(name));
  if (payment === undefined) throw new Error("no payment of the demo waits for its category");
  const category_slug = byHand.get(payment.name) ?? "";
  await call(19, "transactions_update_category", async (context) =>
    categorize(context, { chosen: { ids: [payment.id] }, category_slug }),
  );
}

const NEW_TERMS = { customer: "Käthe Brandt Keramik", days: 30, phone: "+49 30 23125 088" };
const NEW_ADDRESS = { customer: "Weingut Grünauer", billingEmail: "buchhaltung@gruenauer.example" };
const GONE = "Wolke Sieben Reisen GmbH";

async function tidyCustomers({ call, refused }: Session): Promise<void> {
  const find = async (second: number, name: string) => findCustomer(call, second, name);
  async function update(second: number, input: UpdateCustomer): Promise<void> {
    await call(second, "customers_update", async (context) => updateCustomer(context, input));
  }

  const id = await find(0, NEW_TERMS.customer);
  await call(4, "customers_get", async (context) => getCustomer(context, { id }));
  await update(21, { id, default_payment_terms: NEW_TERMS.days });
  await update(58, { id, phone: NEW_TERMS.phone });
  const other = await find(90, NEW_ADDRESS.customer);
  await update(97, { id: other, billingEmail: NEW_ADDRESS.billingEmail });
  await find(141, GONE);
  await refused(146, "customers_delete");
}
