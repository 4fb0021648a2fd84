import { allCategories } from "../domains/categories/all-categories.ts";
import { getCustomer } from "../domains/customers/get-customer.ts";
import { ListCustomers, listCustomers } from "../domains/customers/list-customers.ts";
import { type UpdateCustomer, updateCustomer } from "../domains/customers/update-customer.ts";
import { categorize } from "../domains/transactions/categorize.ts";
import { listTransactions } from "../domains/transactions/list-transactions.ts";
import { addMilliseconds } from "../shared/time.ts";
import { type Assistant, type Session, workAs } from "./assistant.ts";
import { chanceOf } from "./chance.ts";
import { ago } from "./past.ts";
import { PAYMENTS } from "./payments.ts";

const MINUTE_MS = 60_000;

/** Sessions of yesterday evening, after the files of the banks came, and of a few minutes ago. */
export async function fillSessions(assistant: Assistant): Promise<void> {
  const { now } = ago(assistant, 1, 20 * 60 + 41);
  await workAs(assistant, { start: now, chance: chanceOf(41) }, categorizeNewest);
  const start = addMilliseconds(assistant.now, -14 * MINUTE_MS);
  await workAs(assistant, { start, chance: chanceOf(43) }, tidyCustomers);
}

/** Gives the newest payment that no rule knows its category. */
async function categorizeNewest({ call }: Session): Promise<void> {
  const filter = { category: "uncategorized" };
  const { items } = await call(0, "transactions_list", async (context) =>
    listTransactions(context, { filter, listing: "", cursor: null, limit: 25 }),
  );
  await call(6, "categories_list", async (context) => ({ items: await allCategories(context) }));
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

/** Sets fields of two customers, and is refused to delete a third. */
async function tidyCustomers({ call, refused }: Session): Promise<void> {
  async function find(second: number, name: string): Promise<string> {
    const wanted = ListCustomers.parse({ name });
    const { items } = await call(second, "customers_list", async (context) =>
      listCustomers(context, wanted),
    );
    if (items[0] === undefined) throw new Error(`${name} is not in the demo`);
    return items[0].id;
  }
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
