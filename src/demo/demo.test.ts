import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Activity, type Shown } from "../../test/activity.ts";
import { BASE_URL, onEachDatabase, type Team, type World } from "../../test/app.ts";
import { Browser } from "../../test/browser.ts";
import { demoTeam, openDemoIn } from "../../test/demo.ts";
import { WebApp } from "../../test/web.ts";
import { routes as apiRoutes } from "../api/routes.ts";
import { proveNumbers } from "../domains/invoices/prove-numbers.ts";
import { findWrongFigure } from "../domains/transactions/kept-figures.ts";
import { millisecondsBetween } from "../shared/time.ts";
import { bookingsUntil } from "./bank-files.ts";
import type { Demo } from "./demo.ts";
import { ACCOUNT_NAMES, ACCOUNTS } from "./payments.ts";
import { PEOPLE } from "./people.ts";

onEachDatabase((world) => {
  let demo: Demo;
  let twin: Demo;
  let team: Team;

  before(async () => {
    [demo, twin] = await Promise.all([openDemoIn(world), openDemoIn(world)]);
    team = demoTeam(world, demo);
  });

  /** Signs the owner in to the web app. */
  async function openApp(): Promise<WebApp> {
    const told = [demo, twin].flatMap(({ email, password }) =>
      password ? [{ email, password }] : [],
    );
    const browser = new Browser(world.app, BASE_URL);
    const page = await browser.submit(await browser.open("/signin"), told[0] ?? {});
    assert.equal(page.path, "/");
    return new WebApp(world, browser);
  }

  test("opened twice at once, it is still one team, and both keys work", async () => {
    const own = { keyId: "", key: "", kept: false, password: null };
    assert.deepEqual({ ...twin, ...own }, { ...demo, ...own });
    assert.notEqual(demo.kept, twin.kept);
    const teams = await world.database.reader.selectFrom("teams").select("id").execute();
    assert.deepEqual(teams, [{ id: demo.teamId }]);
    assert.equal((await team.withKey(twin.key).call("tags_list")).items.length, 8);
  });

  test("its owner can sign in with the password that was told once", async () => {
    assert.equal([demo, twin].filter(({ password }) => password !== null).length, 1);
    await openApp();
  });

  test("its customers are of many countries and scripts, and some are archived", async () => {
    const customers = await team.rows("customers_list", { limit: 100 });
    assert.equal(customers.length, 40);
    assert.equal(customers.filter(({ is_archived }) => is_archived).length, 3);
    const full = await Promise.all(customers.map(({ id }) => team.call("customers_get", { id })));
    assert.ok(new Set(full.map(({ countryCode }) => countryCode)).size >= 25);
    assert.ok(new Set(full.map(({ preferred_currency }) => preferred_currency)).size >= 15);
    assert.ok(full.every(({ name }) => name.normalize("NFC") === name));
    for (const script of ["Han", "Hangul", "Arabic", "Hebrew", "Greek", "Cyrillic", "Devanagari"]) {
      const letter = new RegExp(`\\p{Script=${script}}`, "u");
      assert.ok(
        full.some(({ name }) => letter.test(name)),
        script,
      );
    }
  });

  test("no address in it can reach anybody", async () => {
    const state = JSON.stringify(await team.state());
    const hosts = state.match(/(?<=@|:\/\/)[^\s"',/\\]+/g) ?? [];
    assert.ok(hosts.length > 50);
    assert.deepEqual(
      // Ids of mails that were never sent are of this server.
      hosts.filter((host) => !host.endsWith(".example") && host !== "localhost"),
      [],
    );
  });

  test("each of its tags is on several customers", async () => {
    const { items } = await team.call("tags_list");
    assert.equal(items.length, 8);
    for (const { id, name } of items) {
      const customers = await team.rows("customers_list", { tag_id: id });
      assert.ok(customers.length >= 3, name);
    }
  });

  test("its projects have customers, rates in several currencies and estimates, and some are completed", async () => {
    const projects = await team.rows("tracker_list_projects");
    assert.equal(projects.length, 12);
    assert.equal(projects.filter(({ customer }) => customer !== null).length, 10);
    assert.equal(projects.filter(({ trackerStatus }) => trackerStatus === "completed").length, 3);
    assert.ok(projects.every(({ billable, rate }) => billable === (rate !== null)));
    assert.ok(projects.every(({ total_duration }) => total_duration > 15 * 3600));
    const warehouse = projects.find(({ currency }) => currency === "JPY");
    assert.equal(warehouse.rate, 14_000);
    const portal = projects.find(({ name }) => name === "Customer portal");
    assert.deepEqual(
      { rate: portal.rate, currency: portal.currency, estimate: portal.estimate },
      { rate: 110, currency: "EUR", estimate: 420 },
    );
  });

  test("three people in three time zones have worked for three months, and never twice at once", async () => {
    const entries = await team.rows("tracker_list_entries", { assigned_id: null, limit: 100 });
    assert.ok(entries.length > 600);
    for (const { name, timeZone } of Object.values(PEOPLE)) {
      const own = entries.filter(({ assigned }) => assigned.name === name).toReversed();
      assert.ok(own.every((entry) => entry.timeZone === timeZone));
      assert.ok(own[0].date < "2026-08-26" && own.at(-1).date >= "2026-11-20");
      for (const [position, { start }] of own.entries()) {
        const previous = own[position - 1];
        assert.ok(
          previous === undefined || (previous.stop !== null && previous.stop <= start),
          start,
        );
      }
      const finished = own.filter(({ stop }) => stop !== null);
      assert.ok(finished.every(({ duration }) => duration >= 15 * 60 && duration <= 4 * 3600));
      assert.ok(own.every(({ description }) => description.length > 3));
      assert.ok(own.every(({ stop }) => stop === null || stop <= world.now));
    }
  });

  test("today has entries of the owner, and one timer runs since 40 minutes ago", async () => {
    const today = await team.rows("tracker_list_entries", { from: "2026-11-21", to: "2026-11-21" });
    assert.ok(today.length >= 2);
    const running = (
      await team.rows("tracker_list_entries", { assigned_id: null, limit: 100 })
    ).filter(({ stop }) => stop === null);
    assert.deepEqual(
      running.map(({ start, date, assigned }) => ({ start, date, assigned: assigned.id })),
      [{ start: "2026-11-21T08:20:00.000Z", date: "2026-11-21", assigned: demo.userId }],
    );
  });

  test("its journal tells who did what, at the time it is said to have happened", async () => {
    const journal = await team.journal();
    // Without the calls of this test.
    const own = new Set<string | null>([demo.keyId, twin.keyId]);
    const done = journal.filter(({ credential_id }) => !own.has(credential_id));
    assert.ok(done.every(({ created_at }) => created_at <= world.now));
    // An operator made the team, its three people and an assistant did the rest.
    const operators = done.filter(({ actor_id }) => actor_id === null);
    assert.deepEqual(
      operators.map(({ changes }) => changes.map(({ subject_type }) => subject_type)),
      [["team", "membership"]],
    );
    assert.equal(new Set(done.map(({ actor_id }) => actor_id)).size, 1 + 3);
    const subjects = done.flatMap(({ changes }) => changes.filter(({ before }) => before === null));
    const made = Object.groupBy(subjects, ({ subject_type }) => subject_type);
    const counts = Object.entries(made).map(([type, changes]) => [type, changes?.length]);
    const state = await team.state();
    assert.deepEqual(Object.fromEntries(counts), {
      team: 1,
      membership: 3,
      // The owner is created before the team, so that two first calls make one team.
      user: 2,
      tag: 8,
      customer: 40,
      customer_tag: state["customer_tags"]?.length,
      tracker_project: 12,
      tracker_entry: state["tracker_entries"]?.length,
      // One of the assistant, and one of each opening.
      api_key: 3,
      bank_account: 3,
      transaction: state["transactions"]?.length,
      import: 9,
      rule: state["rules"]?.length,
      // One of each file; those of days that were not over went with the next file.
      statement_balance: 9,
      team_rate: state["team_rates"]?.length,
      invoice_settings: 1,
      tax_rate: 4,
      payment_account: 2,
      // 40 invoices, and 4 credit notes: two of voids, one of a refund, one over a part.
      invoice: 44,
      invoice_payment: state["invoice_payments"]?.length,
      invoice_time: state["invoice_time"]?.length,
      document: 12,
      inbox_item: 12,
      attachment: 8,
    });
  });

  test("its people did their work in the web app, and a command made the team and its keys alone", async () => {
    const journal = await team.journal();
    const by = Object.groupBy(journal, ({ credential_kind }) => credential_kind);
    const doors = (kind: keyof typeof by) => new Set(by[kind]?.map(({ tool }) => tool));
    assert.deepEqual(doors("command_line"), new Set(["demo", "user:set"]));
    const subjects = by.command_line?.flatMap(({ changes }) => changes) ?? [];
    assert.deepEqual(
      new Set(subjects.map(({ subject_type }) => subject_type)),
      new Set(["team", "membership", "user", "api_key"]),
    );
    const routes = [...doors("session")];
    assert.ok(routes.length > 10);
    const known = new Set<string>(apiRoutes.map(({ path }) => path));
    assert.deepEqual(
      routes.filter((route) => !known.has(route)),
      [],
    );
    // A person signed in once on each day of work.
    const signedIn = by.session?.map((event) => [event.credential_id, event.actor_id]) ?? [];
    const persons = new Set(signedIn.map((pair) => pair.join(" ")));
    assert.equal(persons.size, new Set(signedIn.map(([session]) => session)).size);
    assert.ok(persons.size > 150 && persons.size < 400, String(persons.size));
  });

  test("people and an assistant are said to have worked in it, in words and values", async () => {
    const activity = new Activity(await openApp(), team);
    const told = async (filter: object) => {
      const events = await activity.list({ ...filter, limit: 100 });
      return events.map(sentenceOf);
    };
    const newest = await told({ from: "2026-11-20" });
    for (const said of [
      "web of Mara Lindqvist: started a timer on ",
      "web of Daniel Okafor: stopped the timer on ",
      "web of Mara Lindqvist: imported ",
    ])
      assert.ok(
        newest.some((sentence) => sentence.startsWith(said)),
        said,
      );
    const assistant = `key:${await assistantKey(world, demo)}`;
    assert.deepEqual(await told({ credential: assistant }), [
      "key of Mara Lindqvist, Claude: tried to delete a customer; refused because deleting was not allowed",
      "key of Mara Lindqvist, Claude: set billing e-mail of Weingut Grünauer to buchhaltung@gruenauer.example",
      "key of Mara Lindqvist, Claude: set phone of Käthe Brandt Keramik to +49 30 23125 088",
      "key of Mara Lindqvist, Claude: set payment terms of Käthe Brandt Keramik from 14 to 30",
      "key of Mara Lindqvist, Claude: started a timer on Customer portal",
      "key of Mara Lindqvist, Claude: categorized the transaction Büromarkt Böttcher",
      "key of Mara Lindqvist, Claude: added the draft for Weingut Grünauer",
    ]);
    const byCommand = await told({ credential: "command", from: "2026-11-21" });
    assert.deepEqual(
      new Set(byCommand),
      new Set([
        "command of Mara Lindqvist: created the API key Demo of 2026-11-21",
        "command of Mara Lindqvist: set the password of Mara Lindqvist",
      ]),
    );
  });

  test("a session of its assistant can be undone, and brings back the fields that it changed", async () => {
    const activity = new Activity(await openApp(), team);
    const credential = `key:${await assistantKey(world, demo)}` as const;
    const events = await activity.list({ credential, limit: 100 });
    const terms = events.find(({ deed }) => JSON.stringify(deed).includes("payment terms"));
    const session = await activity.list({ session: terms?.id ?? "", limit: 100 });
    const changes = session.filter(({ outcome }) => outcome === "done");
    assert.deepEqual([changes.length, session.length], [3, 4]);
    const customer = { id: terms?.subjects[0]?.id ?? "" };
    const { phone, default_payment_terms } = await team.call("customers_get", customer);
    assert.deepEqual([phone, default_payment_terms], ["+49 30 23125 088", 30]);
    for (const event of changes) {
      assert.equal(event.undo.state, "possible");
      await activity.undo(event);
    }
    const before = await team.call("customers_get", customer);
    assert.deepEqual([before.phone, before.default_payment_terms], [null, 14]);
  });

  test("the call log has the calls of its assistant, reads too, and its key was used last at its end", async () => {
    const app = await openApp();
    const id = await assistantKey(world, demo);
    const credential = `key:${id}`;
    const page = await app.ask("GET /api/teams/:team/calls", { team: team.id, credential });
    const calls = page.calls.map(({ tool, outcome, rows }) => `${tool} ${outcome} ${rows}`);
    assert.deepEqual(calls, [
      "customers_delete refused null",
      "customers_list done 1",
      "customers_update done null",
      "customers_list done 1",
      "customers_update done null",
      "customers_update done null",
      "customers_get done null",
      "customers_list done 1",
      "tracker_start_timer done null",
      "tracker_list_projects done 12",
      "transactions_update_category done null",
      "categories_list done 60",
      "transactions_list done 7",
      "invoices_create_draft done null",
      "invoices_list done 1",
      "customers_list done 1",
    ]);
    const events = (await team.journal()).filter(({ credential_id }) => credential_id === id);
    const logged = new Set(page.calls.map(({ tool, at }) => `${tool} ${at}`));
    for (const { tool, created_at } of events) assert.ok(logged.has(`${tool} ${created_at}`));
    const { keys } = await app.ask("GET /api/teams/:team/keys", { team: team.id });
    const { lastUsedBy, lastUsedAt } = keys.find((key) => key.id === id) ?? {};
    assert.equal(lastUsedBy, "Claude");
    // As for every key, it is written once a minute at most.
    const behind = millisecondsBetween(lastUsedAt ?? "", page.calls[0]?.at ?? "");
    assert.ok(behind >= 0 && behind < 60_000, String(behind));
  });

  test("its banks' files of two years are imported, and the balances are what the banks have", async () => {
    const { items } = await team.call("bank_accounts_list");
    const { imports = [], transactions = [] } = await team.state();
    const bookings = bookingsUntil("2026-11-21");
    assert.ok(bookings.some(({ date }) => date < "2024-11-10"));
    for (const name of ACCOUNT_NAMES) {
      const own = bookings.filter(({ account }) => account === name);
      const found = items.find((item: any) => item.name === ACCOUNTS[name].name);
      const paid = transactions.filter(
        (row: any) =>
          row.bank_account_id === found.id && INVOICED.test(`${row.description} ${row.reference}`),
      );
      const minors = [
        ...own.map(({ minor }) => minor),
        ...paid.map((row: any) => row.amount_minor),
      ];
      const sum = minors.reduce((sum, minor) => sum + minor, ACCOUNTS[name].opening_minor);
      assert.equal(Math.round(found.balance * 100), sum, name);
    }
    const found = imports.map((row: any) => `${row.format} ${row.difference_minor ?? 0}`);
    assert.deepEqual(found.toSorted(), [
      ...Array.from({ length: 3 }, () => "camt 0"),
      ...Array.from({ length: 6 }, () => "csv 0"),
    ]);
  });

  test("its forty invoices are of every state, and their numbers and sums are proven", async () => {
    const invoices = await team.rows("invoices_list", { limit: 100 });
    const byStatus = Object.groupBy(invoices, ({ status }) => status);
    const counts = Object.entries(byStatus).map(([status, some]) => [status, some?.length]);
    assert.deepEqual(Object.fromEntries(counts), {
      draft: 4,
      unpaid: 6,
      overdue: 5,
      paid: 22,
      refunded: 1,
      canceled: 2,
    });
    assert.equal(new Set(invoices.map(({ currency }) => currency)).size, 10);
    const { periods, problems } = await proveNumbers(team.auditContext);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      periods.map(({ series, given }) => [series, given]),
      [
        ["invoice", 36],
        ["credit_note", 4],
      ],
    );
    const numbered = invoices.filter(({ number }) => number !== null);
    for (const [position, { number, issue_date }] of numbered.entries())
      for (const older of numbered.slice(position + 1, position + 2))
        assert.ok(older.number < number && older.issue_date <= issue_date, number);
  });

  test("what customers still owe, have paid in part, and are owed back is told", async () => {
    const app = await openApp();
    const { items } = await app.ask("GET /api/teams/:team/invoices", { team: team.id, limit: 100 });
    const back = items.filter(({ to_refund_minor }) => to_refund_minor > 0);
    assert.deepEqual(
      back.map(({ buyer_name, status, to_refund_minor }) => [buyer_name, status, to_refund_minor]),
      [
        ["Bäckerei Sonnleitner", "canceled", 76_160],
        ["Ελιά & Αλάτι", "paid", 4000],
      ],
    );
    const part = items.filter(
      ({ due_minor, total_minor }) => due_minor > 0 && due_minor < total_minor,
    );
    assert.deepEqual(
      part.map(({ buyer_name, days_overdue }) => [buyer_name, days_overdue]),
      [
        ["Weingut Grünauer", 31],
        ["Maison Élodie Fabre", 34],
      ],
    );
    // The payment of one invoice is in the bank, and not recorded.
    const late = items.find(
      ({ status, buyer_name }) => status === "overdue" && buyer_name === KATHE,
    );
    const words = { team: team.id, q: late?.number ?? "" };
    const { totals } = await app.ask("GET /api/teams/:team/transactions", words);
    assert.equal(totals?.count, 1);
  });

  test("payments into its accounts are booked from the bank, and the tracked time of two projects is billed", async () => {
    const { invoice_payments = [], invoice_time = [], tracker_totals = [] } = await team.state();
    const booked = invoice_payments.filter(({ transaction_id }: any) => transaction_id !== null);
    assert.ok(booked.length > 15 && booked.length < invoice_payments.length, `${booked.length}`);
    assert.ok(booked.every((row: any) => row.bank_minor === row.amount_minor));
    const projects = new Set(invoice_time.map(({ project_id }: any) => project_id));
    assert.equal(projects.size, 2);
    assert.ok(tracker_totals.some(({ billed }: any) => billed === 0));
  });

  test("its drafts can be sent, also that for a name that the font cannot draw", async () => {
    const app = await openApp();
    for (const { id } of await team.rows("invoices_list", { status: "draft" })) {
      const path = "GET /api/teams/:team/invoices/:id/check" as const;
      const { items } = await app.ask(path, { team: team.id, id });
      assert.deepEqual(
        items.filter(({ is_needed }) => is_needed),
        [],
      );
    }
  });

  test("nothing of it is mailed although there is a mail server, and its PDFs are drawn afterwards", async () => {
    const { invoice_mails = [], invoice_documents = [] } = await team.state();
    assert.deepEqual(new Set(invoice_mails.map(({ state }: any) => state)), new Set(["not_sent"]));
    assert.equal(invoice_documents.length, 40);
    assert.ok(invoice_documents.every(({ pdf }: any) => pdf === null));
    const app = await openApp();
    const [invoice] = await team.rows("invoices_list", { status: "paid", limit: 1 });
    const given = { team: team.id, id: invoice.id };
    const reply = await app.send("GET /api/teams/:team/invoices/:id/pdf", given, {});
    assert.equal(reply.status, 200);
  });

  test("its reports have figures of each month, at rates of its own, and leave nothing out for want of one", async () => {
    const range = { from: "2024-11-01", to: "2026-10-31" };
    const { months, left_out } = await team.call("reports_profit_loss", range);
    assert.equal(months.length, 24);
    assert.ok(months.every(({ revenue, expense }: any) => revenue > 0 && expense > 0));
    assert.deepEqual([left_out.no_rate, left_out.pending, left_out.transfer], [0, 0, 48]);
    const { cash, avg_burn, notices = [] } = await team.call("reports_runway");
    assert.ok(cash > 10_000 && avg_burn > 5000);
    assert.deepEqual(
      notices.filter((notice: string) => notice.includes("rate")),
      [],
    );
    const { items } = await team.call("reports_recurring_expenses");
    assert.ok(items.length >= 10);
    const { transactions = [] } = await team.state();
    assert.ok(transactions.filter((row: any) => row.tax_minor !== null).length > 100);
    const open = { category_slug: "uncategorized", ...range, to: "2026-11-21" };
    const { totals } = await team.call("transactions_list", open);
    assert.ok(totals.count > 3 && totals.count < 40);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("its twelve receipts are of every kind, each with its file, and are read already", async () => {
    const { inbox_items = [], documents = [], inbox_suggestions = [] } = await team.state();
    const told = inbox_items.map((row: any) =>
      [
        row.name.split(" of ").at(-1),
        row.status,
        row.duplicate_of && "copy",
        row.group_id && "in group",
      ]
        .filter((word) => word !== null)
        .join(", "),
    );
    assert.deepEqual(told.toSorted(), [
      "Amazon Web Services EMEA SARL, done",
      "Buchhandlung Ludwig, archived",
      "Büromarkt Böttcher AG, suggested_match",
      "Café Grundmann, done",
      "Café Grundmann, pending, copy",
      "Deutsche Bahn AG, done",
      "Druckerei Hellwig GmbH, pending",
      "Figma, Inc., done",
      "Figma, Inc., done, in group",
      "Hetzner Online GmbH, done",
      "Stadtwerke Leipzig GmbH, done",
      "Telekom Deutschland GmbH, done",
    ]);
    assert.deepEqual(new Set(inbox_items.map(({ problem }: any) => problem)), new Set([null]));
    assert.equal(inbox_suggestions.length, 1);
    assert.equal(documents.length, 12);
    for (const document of documents) {
      const { name, state, sha256 }: any = document;
      assert.equal(state, "completed", name);
      assert.ok(await world.files.has(team.id, sha256), name);
    }
    const waiting = await world.database.reader
      .selectFrom("outbox")
      .select("job")
      .distinct()
      .where("done_at", "is", null)
      .execute();
    assert.deepEqual(waiting, [{ job: "invoice_pdf" }]);
    const [found] = await team.rows("inbox_list", { status: "suggested_match" });
    assert.ok(found !== undefined);
  });

  test("its receipts give their payments the tax that they state, in euros and dollars, and no other figure", async () => {
    const { transactions = [], transaction_attachments = [] } = await team.state();
    const given = transaction_attachments.flatMap((row: any) => {
      if (row.tax_given === null) return [];
      const payment: any = transactions.find(({ id }: any) => id === row.transaction_id);
      const { name, amount_minor, tax_minor, tax_rate_bp, tax_type } = payment;
      const [before, after] = [row.tax_before, row.tax_given].map(valueOf);
      assert.deepEqual(after, { tax_minor, tax_rate_bp, tax_type }, name);
      // Rules gave it the same tax before, or none.
      assert.ok([null, tax_minor].includes(before.tax_minor), name);
      const share = tax_rate_bp === null ? null : tax_rate_bp / (10_000 + tax_rate_bp);
      if (share !== null) assert.ok(Math.abs(amount_minor * share - tax_minor) <= 0.5, name);
      return [`${name} ${tax_rate_bp}`];
    });
    assert.deepEqual(given.toSorted(), [
      "Amazon Web Services 1900",
      "Café Grundmann null",
      "Deutsche Bahn 700",
      "Figma 0",
      "Hetzner Online 1900",
      "Stadtwerke Leipzig 1900",
      "Telekom Deutschland 1900",
    ]);
    const meal: any = transactions.find(
      ({ name, tax_minor }: any) => name === "Café Grundmann" && tax_minor !== null,
    );
    // More than all of it at 7 %, and less than all at 19 %.
    const paid = -meal.amount_minor;
    assert.ok(-meal.tax_minor > paid * (7 / 107) && -meal.tax_minor < paid * (19 / 119));
  });

  test("its key lasts a week", async () => {
    assert.equal(demo.expiresAt, "2026-11-28T09:00:00.000Z");
    const now = world.now;
    for (const [moment, status] of [
      ["2026-11-28T08:59:59.999Z", 200],
      [demo.expiresAt, 401],
    ] as const) {
      world.at(moment);
      assert.equal((await team.rpc("tools/list")).status, status);
    }
    world.at(now);
  });

  test("its key is the owner's, and opens what a new team's key opens", async () => {
    const reply = (await (await team.rpc("tools/list")).json()) as {
      result: { tools: { name: string }[] };
    };
    const names = new Set(reply.result.tools.map(({ name }) => name));
    assert.ok(names.has("customers_create"));
    assert.ok(!names.has("customers_delete"));
    const keys = await keysOf(world, demo);
    assert.deepEqual(
      keys.find(({ id }) => id === demo.keyId),
      { id: demo.keyId, user_id: demo.userId, name: "Demo of 2026-11-21", scopes: ["apis.all"] },
    );
  });

  test("another time it keeps the team as it is, also a renamed one, and mints another key", async () => {
    await team.call("customers_create", { name: "Mine", email: "mine@mine.example" });
    await world.database.begin((db) =>
      db.updateTable("teams").set({ name: "Renamed" }).where("id", "=", demo.teamId).execute(),
    );
    const before = await team.state();
    world.pass(86_400_000);
    const again = await openDemoIn(world);
    assert.deepEqual(
      { ...again, keyId: "", key: "" },
      {
        ...twin,
        team: "Renamed",
        keyId: "",
        key: "",
        expiresAt: again.expiresAt,
        kept: true,
        password: null,
      },
    );
    assert.notEqual(again.key, demo.key);
    assert.deepEqual(await team.state(), before);
    const keys = await keysOf(world, demo);
    assert.deepEqual(
      keys.map(({ name }) => name),
      ["Laptop", "Demo of 2026-11-21", "Demo of 2026-11-21", "Demo of 2026-11-22"],
    );
    for (const key of [demo.key, twin.key, again.key]) {
      const { items } = await team.withKey(key).call("customers_list");
      assert.equal(items[0].name, "Mine");
    }
  });
});

const KATHE = "Käthe Brandt Keramik";

/** Words of a customer who pays an invoice. */
const INVOICED = /INV-\d{4}-\d{4}/;

/** JSON is text on SQLite. */
function valueOf(json: any): any {
  return typeof json === "string" ? JSON.parse(json) : json;
}

/** Way in, person, program, and the deed: `key of Mara, Claude: set phone of Acme to 1`. */
function sentenceOf({ via, actor, client, deed }: Shown): string {
  const program = client === null ? "" : `, ${client.name}`;
  const words = deed.map((piece) => {
    if (typeof piece === "string") return piece;
    if ("name" in piece) return piece.name;
    const { value } = piece;
    if (value.kind === "number") return String(value.number);
    return value.kind === "text" ? value.text : value.kind;
  });
  return `${via.kind} of ${actor?.name ?? "nobody"}${program}: ${words.join("")}`;
}

/** Id of the key that the demo's assistant calls with. */
async function assistantKey(world: World, demo: Demo): Promise<string> {
  const keys = await keysOf(world, demo);
  return keys.find(({ name }) => name === "Laptop")?.id ?? "";
}

function keysOf(world: World, { teamId }: Demo) {
  return world.database.reader
    .selectFrom("api_keys")
    .select(["id", "user_id", "name", "scopes"])
    .where("team_id", "=", teamId)
    .orderBy("created_at")
    .execute();
}
