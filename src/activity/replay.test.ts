import { test } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { Importing, ofxOf } from "../../test/imports.ts";
import { assertReplays } from "../../test/replay.ts";
import { storedRows } from "../../test/rows.ts";
import { containing } from "../../test/rules.ts";
import { clock } from "../../test/tracker.ts";
import { addTransaction, Books, importTransaction } from "../../test/transactions.ts";
import { WebApp } from "../../test/web.ts";
import { createProject } from "../domains/projects/create-project.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };

onEachDatabase((world) => {
  test("the journal, applied to nothing, gives what the team has, and undone backwards nothing", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    await liveThrough(team);
    await assertReplays(team);
  });
});

/**
 * Changes that build on each other, one moment after the other. The example of each tool and route is
 * proven alone by the tests of the walls between teams.
 */
async function liveThrough(team: Team): Promise<void> {
  const call = async (tool: string, args: object) => {
    team.world.pass(1000);
    return team.call(tool, args);
  };
  const project = async (name: string, customer_id?: string) => {
    team.world.pass(1000);
    const context = { ...team.auditContext, now: team.world.now };
    return (await createProject(context, { name, customer_id })).projectId;
  };
  const [a, b] = [
    await call("tags_create", { name: "a" }),
    await call("tags_create", { name: "b" }),
  ];
  const acme = await call("customers_create", { ...ACME, tag_ids: [a.id, b.id] });
  const kept = await call("customers_create", { ...ACME, note: "x", tag_ids: [a.id] });
  await call("customers_update", { id: kept.id, note: null, city: "Köln", tag_ids: [b.id] });
  await call("customers_update", { id: acme.id, is_archived: true });
  const [own, website] = [await project("Own"), await project("Website", acme.id)];
  await call("tracker_start_timer", { project_id: website, description: "Design" });
  team.world.pass(120_000);
  await call("tracker_start_timer", { project_id: own });
  await call("tracker_stop_timer", {});
  const { id } = await call("tracker_start_timer", { project_id: own });
  team.world.pass(120_000);
  await call("tracker_stop_timer", {});
  await call("tracker_start_timer", { project_id: own });
  await call("tracker_delete_entry", { id });
  await liveThroughTime(team, own);
  await call("tags_delete", { id: a.id });
  await throughTheWebApp(team, { customer: kept.id, tag: b.id });
  await call("customers_delete", { id: acme.id });
  await liveThroughBooks(team, call);
  await liveThroughTransactions(team, call);
  await liveThroughImports(team);
  await liveThroughRules(team, call);
}

/** Each kind of change to rules and transfers, and what Review does. */
async function liveThroughRules(
  team: Team,
  call: (tool: string, args: object) => Promise<any>,
): Promise<void> {
  const books = await Books.of(team, { name: "Ruled" });
  const other = await Books.of(team, { name: "Savings" });
  const of = { team: team.id } as const;
  const ask: WebApp["ask"] = async (path, input) => {
    team.world.pass(1000);
    return books.app.ask(path, input);
  };
  const [hosts, tag] = [
    await call("categories_create", { name: "Hosts" }),
    await call("tags_create", { name: "ruled" }),
  ];
  const into = await call("tags_create", { name: "into" });
  const open = await books.add({ name: "Hetzner" });
  const create = async (actions: object) =>
    ask("POST /api/teams/:team/rules", {
      ...of,
      name: "Hetzner",
      conditions: containing("hetzner"),
      actions,
    });
  const one = await create({ category_slug: hosts.slug, tag_ids: [tag.id] });
  const two = await create({ tag_ids: [tag.id] });
  await ask("POST /api/teams/:team/rules/:id/apply", { ...of, id: one.id, count: 1 });
  await books.add({ name: "Hetzner" });
  const changes = { is_on: false, conditions: { min: 1.5 } };
  await ask("PATCH /api/teams/:team/rules/:id", {
    ...of,
    id: one.id,
    seen: one.updated_at,
    ...changes,
  });
  await ask("PUT /api/teams/:team/rules", { ...of, ids: [two.id, one.id] });
  await ask("POST /api/teams/:team/tags/:id/merge", { ...of, id: tag.id, into: into.id });
  await call("tags_delete", { id: into.id });
  for (const row of await booksRows(team, hosts.slug))
    await call("transactions_update_category", { id: row, category_slug: "meals" });
  await call("categories_delete", { id: hosts.id });
  const last = await create({ note: "x" });
  await ask("DELETE /api/teams/:team/rules/:id", { ...of, id: last.id });
  const back = await other.add({ amount_minor: 350 });
  const pair = { ...of, id: open.id, other_id: back.id };
  await ask("POST /api/teams/:team/transfers/reject", pair);
  await ask("POST /api/teams/:team/transfers", pair);
  await ask("POST /api/teams/:team/transfers/unlink", { ...of, id: back.id });
  team.world.pass(1000);
  const twin = await importTransaction(team, books.account, { amount_minor: -350 });
  const twins = { ...of, id: open.id, other_id: twin };
  await ask("POST /api/teams/:team/review/duplicates/keep", twins);
  await ask("POST /api/teams/:team/review/duplicates/merge", twins);
}

/** Ids of transactions with a category. */
async function booksRows(team: Team, slug: string): Promise<readonly string[]> {
  const rows = storedRows(await team.state(), "transactions");
  return rows.filter(({ category_slug }) => category_slug === slug).map(({ id }) => id);
}

/** Each kind of change to transactions. */
async function liveThroughTransactions(
  team: Team,
  call: (tool: string, args: object) => Promise<any>,
): Promise<void> {
  const books = await Books.of(team, { name: "Books" });
  const ask: WebApp["ask"] = async (path, input) => {
    team.world.pass(1000);
    return books.app.ask(path, input);
  };
  const own = await call("categories_create", { name: "Own", tax_rate: 19 });
  const trade = await call("tags_create", { name: "trade" });
  const coffee = await books.add({ category_slug: own.slug, tag_ids: [trade.id] });
  const rent = await books.add({ name: "Rent", amount_minor: -120_000 });
  const gone = await addTransaction(team, books.account, { name: "Gone" });
  await books.change(rent.id, { name: "Rent of May", date: "2026-05-01", amount_minor: -1200 });
  await books.change(rent.id, { tag_ids: [trade.id], tax_rate_bp: 700 });
  await books.split(rent.id, [
    { amount_minor: -1000, category_slug: "rent" },
    { amount_minor: -200, category_slug: own.slug },
  ]);
  await books.split(rent.id, [
    { amount_minor: -1300 },
    { amount_minor: 100, category_slug: "utilities" },
  ]);
  await call("transactions_update_status", { ids: [rent.id, coffee.id], status: "completed" });
  await call("transactions_update_category", { id: coffee.id, category_slug: "meals" });
  const chosen = { team: team.id, chosen: { ids: [coffee.id, rent.id, gone.id] } };
  await ask("POST /api/teams/:team/transactions/tag", { ...chosen, tag: trade.id });
  await ask("POST /api/teams/:team/transactions/untag", { ...chosen, tag: trade.id });
  await ask("POST /api/teams/:team/transactions/tag", { ...chosen, tag: trade.id });
  await ask("POST /api/teams/:team/transactions/status", { ...chosen, status: "excluded" });
  const one = { team: team.id, chosen: { ids: [coffee.id, gone.id] } };
  await ask("POST /api/teams/:team/transactions/category", { ...one, category_slug: own.slug });
  const open = await books.add({ name: "Open" });
  const these = [{ id: open.id, category_slug: own.slug }];
  await ask("POST /api/teams/:team/review/suggestions", {
    team: team.id,
    suggestions: { these },
  });
  await ask("DELETE /api/teams/:team/transactions/:id", { team: team.id, id: open.id });
  await books.split(rent.id, []);
  await call("tags_delete", { id: trade.id });
  await call("transactions_delete", { id: gone.id });
  const all = { team: team.id, chosen: { all: { account: books.account }, count: 2 } };
  await ask("POST /api/teams/:team/transactions/status", { ...all, status: "posted" });
  await ask("DELETE /api/teams/:team/transactions/:id", { team: team.id, id: coffee.id });
  await books.add({ name: "Stays" });
  await books.split(rent.id, [{ amount_minor: -1 }, { amount_minor: -1199 }]);
  const last = { team: team.id, chosen: { ids: [rent.id] } };
  await ask("POST /api/teams/:team/transactions/delete", last);
}

/** Files that bring rows, balances and a number, that book what was pending, and that are removed. */
async function liveThroughImports(team: Team): Promise<void> {
  const bank = new Importing(await Books.of(team, { name: "Bank" }));
  const above = "Konto;DE02120300000000202051;;;\n\ndate;payee;amount;status;balance\n";
  const first = "2026-03-28;Books;-5.00;booked;95.00\n";
  await bank.run(`${above}${first}2026-03-30;Hotel Adler;-99.00;pending;\n`);
  const booked = await bank.run(`${above}${first}2026-03-31;Hotel Adler;-99.00;booked;-4.00\n`);
  const same = { date: "2026-03-31", minor: -9900, text: "HOTEL ADLER", id: "F1" };
  const { imports } = await bank.run(ofxOf([same]));
  for (const id of [...imports, ...booked.imports]) await bank.remove(id);
}

async function liveThroughBooks(
  team: Team,
  call: (tool: string, args: object) => Promise<any>,
): Promise<void> {
  const app = await WebApp.of(team);
  const ask: WebApp["ask"] = async (path, input) => {
    team.world.pass(1000);
    return app.ask(path, input);
  };
  const of = { team: team.id } as const;
  const number = "DE89 3704 0044 0532 0130 00";
  const account = { ...of, name: "Giro", type: "current", currency: "EUR" } as const;
  const { id } = await ask("POST /api/teams/:team/bank-accounts", account);
  const path = "PATCH /api/teams/:team/bank-accounts/:id";
  const opening = { opening_minor: -1200, opening_date: "2026-01-01" };
  await ask(path, { ...of, id, name: "Main", number, ...opening });
  await ask(path, { ...of, id, enabled: false, number: null, opening_date: null });
  const gone = await ask("POST /api/teams/:team/bank-accounts", { ...account, number });
  await ask("DELETE /api/teams/:team/bank-accounts/:id", { ...of, id: gone.id });
  const fairs = await call("categories_create", { name: "Fairs", kind: "expense", tax_rate: 19 });
  const stands = await call("categories_create", { name: "Stands", parent_id: fairs.id });
  await call("categories_create", { name: "Snacks", parent_id: "travel-entertainment" });
  await call("categories_update", { id: stands.id, name: "Booths", color: "#aabbcc" });
  await call("categories_delete", { id: fairs.id });
  for (const set of [{ is_hidden: true }, { is_hidden: false, tax_rate: 7.5 }])
    await ask("PATCH /api/teams/:team/category-settings/:slug", { ...of, slug: "meals", ...set });
  const balance = { ...of, id, day: "2026-10-31" };
  for (const minor of [100, 200])
    await ask("PUT /api/teams/:team/bank-accounts/:id/balance", { ...balance, minor });
  await ask("DELETE /api/teams/:team/bank-accounts/:id/balance", balance);
  const ownRate = "PUT /api/teams/:team/rates/own";
  await ask(ownRate, { ...of, currency: "USD", day: "2026-11-20", rate: "1.15" });
  await ask(ownRate, { ...of, currency: "USD", day: "2026-11-20", rate: "1.16" });
  const wrong = await ask(ownRate, { ...of, currency: "AED", day: "2026-11-20", rate: "42" });
  await ask("DELETE /api/teams/:team/rates/own/:id", { ...of, id: wrong.id });
}

/** Each kind of change to tracked time that the web app makes. */
async function liveThroughTime(owner: Team, project: string): Promise<void> {
  const app = await WebApp.of(owner);
  const team = owner.id;
  const ask: WebApp["ask"] = async (path, input) => {
    owner.world.pass(120_000);
    return app.ask(path, input);
  };
  const day = "2026-11-02";
  const made = await ask("POST /api/teams/:team/projects", { team, name: "Made here" });
  const { timer } = await ask("POST /api/teams/:team/timer", { team, project: made.id });
  await ask("POST /api/teams/:team/timer/:id/stop", { team, id: timer.id });
  const again = await ask("POST /api/teams/:team/entries/:id/continue", { team, id: timer.id });
  await ask("POST /api/teams/:team/entries", { team, project, day, seconds: 60 });
  const late = { team, project, day, start: clock("22:00"), end: clock("01:00") };
  const { entry } = await ask("POST /api/teams/:team/entries", late);
  const { id, version: seen } = entry;
  const change = { team, id, seen, description: "Late" };
  const changed = await ask("PATCH /api/teams/:team/entries/:id", change);
  await ask("POST /api/teams/:team/entries/:id/split", { team, id, seen: changed.entry.version });
  const cell = { team, project: made.id, day };
  await ask("PUT /api/teams/:team/week/cell", { ...cell, seconds: 3600, seen: 0 });
  await ask("PUT /api/teams/:team/week/cell", { ...cell, seconds: 60, seen: 3600 });
  await ask("POST /api/teams/:team/week/copy", { team, from: day, to: "2026-11-09" });
  await ask("PUT /api/teams/:team/week/cell", { ...cell, seconds: 0, seen: 60 });
  await ask("POST /api/teams/:team/entries/move", { team, ids: [id], project: made.id });
  await ask("POST /api/teams/:team/entries/delete", { team, ids: [id, again.timer.id] });
}

/** Changes that only routes make. */
async function throughTheWebApp(
  team: Team,
  { customer, tag }: { readonly customer: string; readonly tag: string },
): Promise<void> {
  const app = await WebApp.of(team);
  const ask: WebApp["ask"] = async (path, input) => {
    team.world.pass(1000);
    return app.ask(path, input);
  };
  const [ofTeam, chosen] = [{ team: team.id }, { ids: [customer] }];
  await ask("POST /api/teams/:team/customers/archive", { ...ofTeam, chosen });
  await ask("POST /api/teams/:team/customers/restore", { ...ofTeam, chosen });
  await ask("POST /api/teams/:team/customers/untag", { ...ofTeam, chosen, tag });
  await ask("POST /api/teams/:team/customers/tag", { ...ofTeam, chosen, tag });
  await ask("PATCH /api/teams/:team/tags/:id", { ...ofTeam, id: tag, name: "renamed" });
  const other = await ask("POST /api/teams/:team/tags", { ...ofTeam, name: "other" });
  await ask("POST /api/teams/:team/tags/:id/merge", { ...ofTeam, id: tag, into: other.id });
  team.world.pass(1000);
  const choice = { onEmail: "update", onName: "create" } as const;
  await app.upload("POST /api/teams/:team/customers/import", { ...ofTeam, ...choice }, FILE);
  const given = { ...ofTeam, customers: ["Beta"], emails: ["b@beta.example"] };
  await app.sendFile("POST /api/teams/:team/time/import", given, TIME);
  const made = { ...ofTeam, customer_id: customer, rate_minor: 100, currency: "EUR" };
  const one = await ask("POST /api/teams/:team/projects", { ...made, name: "One" });
  const next = await ask("POST /api/teams/:team/projects", { ...ofTeam, name: "Next" });
  const oneOf = { ...ofTeam, id: one.id };
  const change = { ...oneOf, customer_id: null, estimate: 2 };
  const { updated_at: seen } = await ask("PATCH /api/teams/:team/projects/:id", change);
  const done = await ask("POST /api/teams/:team/projects/:id/complete", { ...oneOf, seen });
  await ask("POST /api/teams/:team/projects/:id/reopen", { ...oneOf, seen: done.updated_at });
  await team.call("tracker_start_timer", { project_id: one.id });
  await ask("POST /api/teams/:team/projects/:id/merge", { ...oneOf, into: next.id });
  await ask("DELETE /api/teams/:team/projects/:id", { ...ofTeam, id: next.id });
}

const TIME = "Date,Project,Client,Hours\n2026-11-02,Own,,1\n2026-11-02,New,Beta,2\n";

const FILE = "Name,E-mail,City,Tags\nAcme,anna@acme.example,Bonn,x\nNew,new@x.example,,other\n";
