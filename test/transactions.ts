import { record, Recording } from "../src/activity/journal.ts";
import type { Context } from "../src/db/context.ts";
import { lockTeam, ROWS_A_CHUNK, transaction } from "../src/db/transaction.ts";
import {
  CreateTransaction,
  createTransaction,
} from "../src/domains/transactions/create-transaction.ts";
import { type Given, lockRows } from "../src/domains/transactions/transaction.ts";
import { writeTransactions } from "../src/domains/transactions/write-transactions.ts";
import { dayIn } from "../src/shared/time.ts";
import type { Team } from "./app.ts";
import { WebApp } from "./web.ts";

const CREATE = "POST /api/teams/:team/transactions";

/** A call of the team's owner, for verbs that no tool reaches. */
export function ownerContext({ auditContext, id, userId, world }: Team): Context {
  const actor = { id: userId, name: "Olga Owner", role: "owner", timeZone: "UTC" } as const;
  const team = { id, name: "Test team", baseCurrency: "EUR" };
  return { ...auditContext, team, actor, now: world.now };
}

/** Adds a transaction by hand, by the verb, and answers its id and time of change. */
export async function addTransaction(
  team: Team,
  bank_account_id: string,
  given: object = {},
): Promise<{ readonly id: string; readonly updated_at: string }> {
  const defaults = { bank_account_id, date: "2026-11-02", name: "Coffee", amount_minor: -350 };
  const input = CreateTransaction.parse({ ...defaults, ...given });
  const id = await createTransaction(ownerContext(team), input);
  return { id, updated_at: team.world.now };
}

/** Adds many transactions at once that differ in their ids, as one event. @returns their ids */
export async function addTransactions(
  team: Team,
  bank_account_id: string,
  count: number,
  given: Partial<Given> = {},
): Promise<readonly string[]> {
  const { id } = await addTransaction(team, bank_account_id);
  return transaction({ ...ownerContext(team), tool: "test" }, async (context) => {
    await lockTeam(context);
    const [row] = await lockRows(context, [id]);
    if (row === undefined) throw new Error("the transaction is gone");
    const recording = new Recording(context);
    const ids = Array.from({ length: count - 1 }, () => context.newId());
    for (let from = 0; from < ids.length; from += ROWS_A_CHUNK) {
      const some = ids.slice(from, from + ROWS_A_CHUNK);
      const added = some.map((id) => ({ ...row, ...given, id }));
      const changed = from === 0 ? [{ row, values: given }] : [];
      await recording.add(await writeTransactions(context, { added, changed }));
    }
    await recording.end();
    return [id, ...ids];
  });
}

/** Adds a transaction as an import does, and answers its id. */
export async function importTransaction(
  team: Team,
  bank_account_id: string,
  given: object = {},
): Promise<string> {
  const { id } = await addTransaction(team, bank_account_id);
  // Events of one moment have no order.
  team.world.pass(1);
  const words = {
    source: "csv",
    bank_name: "Cafe 4711",
    bank_id: `B-${id}`,
    row_key: `K-${id}`,
  } as const;
  const context = { ...ownerContext(team), tool: "test" };
  await transaction(context, async (context) => {
    await lockTeam(context);
    const [row] = await lockRows(context, [id]);
    if (row === undefined) throw new Error("the transaction is gone");
    const changed = [{ row, values: { ...words, ...given } }];
    await record(context, await writeTransactions(context, { changed }));
  });
  return id;
}

/** The web app of a team with an account, and what tests do with its transactions. */
export class Books {
  readonly team: Team;
  readonly app: WebApp;
  readonly account: string;

  constructor(team: Team, app: WebApp, account: string) {
    this.team = team;
    this.app = app;
    this.account = account;
  }

  static async of(team: Team, account: object = {}): Promise<Books> {
    const app = await WebApp.of(team);
    const given = { name: "Giro", type: "current", currency: "EUR", ...account } as const;
    const { id } = await app.ask("POST /api/teams/:team/bank-accounts", {
      team: team.id,
      ...given,
    });
    return new Books(team, app, id);
  }

  /** Adds a transaction by hand, and answers it. */
  async add(given: object = {}) {
    const { world, id: team } = this.team;
    world.pass(1000);
    const date = dayIn("UTC", world.now);
    const defaults = { bank_account_id: this.account, date, name: "Coffee", amount_minor: -350 };
    return this.app.ask(CREATE, { team, ...defaults, ...given });
  }

  async get(id: string) {
    return this.app.ask("GET /api/teams/:team/transactions/:id", { team: this.team.id, id });
  }

  async change(id: string, changes: object) {
    this.team.world.pass(1000);
    const { updated_at: seen } = await this.get(id);
    const path = "PATCH /api/teams/:team/transactions/:id";
    return this.app.ask(path, { team: this.team.id, id, seen, ...changes });
  }

  async split(id: string, parts: readonly object[]) {
    this.team.world.pass(1000);
    const { updated_at: seen } = await this.get(id);
    const path = "PUT /api/teams/:team/transactions/:id/parts";
    return this.app.ask(path, { team: this.team.id, id, seen, parts: parts as never });
  }
}
