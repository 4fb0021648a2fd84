import type { Context } from "../../../src/db/context.ts";
import { getCustomer } from "../../../src/domains/customers/get-customer.ts";
import { ListCustomers, listCustomers } from "../../../src/domains/customers/list-customers.ts";
import { type BareDatabase, openBareDatabase } from "./bare-database.ts";
import { startBareTimer, stopBareTimer } from "./bare-timer.ts";
import { callers, openDatabase } from "./caller.ts";
import { statementOf } from "./statement.ts";

export type BareTool = (args: Readonly<Record<string, unknown>>, key: string) => Promise<unknown>;

/** Measured tools, as their SQL statements. */
export async function bareTools(
  url: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, BareTool>> {
  const people = await peopleOf(url, keys);
  const database = openBareDatabase(url);
  const personOf = (key: string): Context => {
    const person = people.get(key);
    if (person === undefined) throw new Error("the key is not known");
    return person;
  };
  const anybody = personOf(keys[0] ?? "");
  return new Map<string, BareTool>([
    ["customers_get", await customersGet(database, anybody)],
    ["customers_list", await customersList(database, anybody)],
    ["tracker_start_timer", (args, key) => startBareTimer(database, personOf(key), args)],
    ["tracker_stop_timer", (_args, key) => stopBareTimer(database, personOf(key))],
  ]);
}

async function peopleOf(
  url: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Context>> {
  const database = await openDatabase(url);
  const people = new Map<string, Context>();
  const callerOf = callers(database);
  for (const key of keys) people.set(key, await callerOf(key));
  await database.close();
  return people;
}

async function customersGet(database: BareDatabase, context: Context): Promise<BareTool> {
  const id = "(id)";
  const { sql, values } = await statementOf(database.dialect, (db) =>
    getCustomer({ ...context, db }, { id }),
  );
  return async (args) => {
    const given = values.map((value) => (value === id ? String(args["id"]) : value));
    const [customer] = await database.read({ sql, values: given });
    return customer;
  };
}

async function customersList(database: BareDatabase, context: Context): Promise<BareTool> {
  const input = ListCustomers.parse({});
  const statement = await statementOf(database.dialect, (db) =>
    listCustomers({ ...context, db }, input),
  );
  return async () => ({ items: await database.read(statement), nextCursor: null });
}
