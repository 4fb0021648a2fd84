import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { camt, camtBalance, camtEntry, camtPayment } from "../../../test/bank-files.ts";
import {
  csvOf,
  fileOf,
  importByVerb,
  importWhatIsNew,
  Importing,
  ofxOf,
} from "../../../test/imports.ts";
import { Books, ownerContext } from "../../../test/transactions.ts";
import { zipOf } from "../../../test/zip.ts";
import { Refusal } from "../../core/errors.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";
import { commitImport } from "./commit-import.ts";
import { planImport } from "./plan-import.ts";

const DELETE = "POST /api/teams/:team/transactions/delete";
const MERGE = "POST /api/teams/:team/review/duplicates/merge";

onAnyDatabase((world) => {
  async function opened() {
    world.at("2026-06-20T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const { account } = books;
    const bank = new Importing(books);
    const found = async () =>
      world.database.reader
        .selectFrom("transactions")
        .selectAll()
        .where("team_id", "=", team.id)
        .orderBy("date")
        .orderBy("id")
        .execute();
    const actionsOf = async (file: string | Uint8Array) => {
      const { accounts } = await planImport(ownerContext(team), await fileOf(team, file), account);
      return accounts.flatMap(({ rows }) => rows.map(({ action }) => action));
    };
    const add = async (file: string | Uint8Array, options?: object) =>
      importByVerb(team, file, options === undefined ? { account } : { account, options });
    return { team, books, account, bank, found, actionsOf, add };
  }

  describe("rows of a file", () => {
    test("with one id of the bank for hundreds of bookings are all kept, whatever their days", async () => {
      const { team, account, add, found } = await opened();
      const many = (month: number, count: number) =>
        ofxOf(
          Array.from({ length: count }, (_, index) => ({
            date: `2026-0${month}-15`,
            minor: 1000 * month + index,
            text: `Booking ${index}`,
            id: "4711",
          })),
        );
      await add(many(1, 120));
      await add(many(5, 3));
      await add(many(3, 3));
      assert.equal((await found()).length, 126);
      const again = await importWhatIsNew(team, many(3, 3), { account });
      assert.equal(again.event, null);
    });

    test("whose sum no number holds are refused, and nothing is imported", async () => {
      const { team, account, bank } = await opened();
      const most = 99_999_999_999_999;
      const file = csvOf(
        Array.from({ length: 100 }, (_, index) => ({
          date: "2026-03-02",
          minor: most - index,
          text: `Row ${index}`,
        })),
      );
      const before = await team.state();
      const { status, body } = await bank.send("POST /api/teams/:team/imports/preview", file);
      assert.deepEqual([status, body.code], [422, "too_large"]);
      assert.deepEqual(await team.state(), before);
      assert.ok(account);
    });

    test("of files in one archive that overlap come once", async () => {
      const { actionsOf, add, found } = await opened();
      const lines = [
        { date: "2026-03-02", minor: -350, text: "Coffee", id: "A" },
        { date: "2026-03-03", minor: -350, text: "Coffee", id: "B" },
        { date: "2026-03-03", minor: -350, text: "Coffee", id: "C" },
        { date: "2026-03-04", minor: -500, text: "Books", id: "D" },
      ];
      const csv = zipOf({ a: csvOf(lines.slice(0, 3)), b: csvOf(lines.slice(1)) });
      assert.deepEqual((await actionsOf(csv)).toSorted(), [
        "duplicate",
        "duplicate",
        "new",
        "new",
        "new",
        "new",
      ]);
      await add(csv);
      assert.equal((await found()).length, 4);
      const ofx = await opened();
      await ofx.add(zipOf({ a: ofxOf(lines.slice(0, 3)), b: ofxOf(lines.slice(1)) }));
      assert.equal((await ofx.found()).length, 4);
    });

    test("that were deleted stay away, but for those of them that are chosen", async () => {
      const { team, books, actionsOf, add, found } = await opened();
      const coffee = { date: "2026-03-02", minor: -350, text: "Coffee" };
      const two = csvOf([coffee, coffee]);
      await add(two);
      const ids = (await found()).map(({ id }) => id);
      await books.app.ask(DELETE, { team: team.id, chosen: { ids } });
      await add(two, { chosen: [{ at: 0, take: true }] });
      assert.deepEqual(await actionsOf(two), ["duplicate", "forgotten"]);
    });

    test("that were deleted, and then taken again by choice, leave their twins of later alone", async () => {
      const { team, books, actionsOf, add, found } = await opened();
      const coffee = { date: "2026-03-02", minor: -350, text: "Coffee" };
      await add(csvOf([coffee]));
      const [row] = await found();
      await books.app.ask(DELETE, { team: team.id, chosen: { ids: [row?.id ?? ""] } });
      const before = await team.state();
      const { event } = await add(csvOf([coffee]), { chosen: [{ at: 0, take: true }] });
      assert.deepEqual(await actionsOf(csvOf([coffee, coffee])), ["duplicate", "new"]);
      assert.equal(
        (
          await books.app.attempt("POST /api/teams/:team/activity/:id/undo", {
            team: team.id,
            id: event,
          })
        ).status,
        200,
      );
      assert.deepEqual(await team.state(), before);
      assert.deepEqual(await actionsOf(csvOf([coffee])), ["forgotten"]);
    });
  });

  describe("rows of an edge day whose text the bank has changed", () => {
    const entry = (amount: string, text: string, day: number) =>
      camtEntry({
        amount,
        sign: "DBIT",
        dates: `<BookgDt><Dt>2026-03-0${day}</Dt></BookgDt>`,
        rest: `<NtryDtls>${camtPayment(amount, text)}</NtryDtls>`,
      });
    const balances = (opening: string, closing: string) =>
      camtBalance("OPBD", opening) + camtBalance("CLBD", closing);
    const FIRST = camt(
      balances("100.00", "91.50") + entry("5.00", "Books", 2) + entry("3.50", "Card 4711", 3),
    );

    test("are not imported twice where the balances say that they are here", async () => {
      const { add, actionsOf, found } = await opened();
      await add(FIRST);
      const again = camt(balances("95.00", "91.50") + entry("3.50", "Coffee Corner", 3));
      const { plan } = await add(again);
      const [row] = plan.accounts[0]?.rows ?? [];
      assert.deepEqual([row?.action, row?.isTaken], ["likely", false]);
      assert.match(row?.why ?? "", /balances of the file fit only without it/);
      assert.equal((await found()).length, 2);
      assert.deepEqual(await actionsOf(again), ["duplicate"]);
    });

    test("are others where the balances have room for them", async () => {
      const { add, actionsOf, found } = await opened();
      await add(FIRST);
      const night = camt(
        balances("95.00", "88.00") +
          entry("3.50", "Card 4711", 3) +
          entry("3.50", "Coffee Corner", 3),
      );
      assert.deepEqual(await actionsOf(night), ["duplicate", "new"]);
      await add(night);
      assert.equal((await found()).length, 3);
      const silent = camt(entry("3.50", "Bakery", 3));
      assert.deepEqual(await actionsOf(silent), ["new"]);
    });
  });

  describe("a collective booking from which charges were taken", () => {
    const batch = (amounts: readonly string[], amount: string) =>
      camt(
        camtEntry({
          amount,
          sign: "CRDT",
          rest: `<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">0.50</TtlChrgsAndTaxAmt></Chrgs><NtryDtls>${amounts.map((one) => camtPayment(one, "Order")).join("")}</NtryDtls>`,
          dates: "<BookgDt><Dt>2026-03-02</Dt></BookgDt>",
        }),
      );

    async function partsOf(file: string) {
      const { team, add } = await opened();
      await add(file);
      assert.equal(await findWrongFigure(world.database.reader), null);
      const parts = await world.database.reader
        .selectFrom("transaction_parts")
        .select(["amount_minor", "category_slug"])
        .where("team_id", "=", team.id)
        .orderBy("position")
        .execute();
      return parts.map(({ amount_minor, category_slug }) => [amount_minor, category_slug]);
    }

    test("is split into its payments and the charges, without payments of nothing", async () => {
      const parts = await partsOf(batch(["0.00", "4.00", "6.00"], "9.50"));
      assert.deepEqual(parts, [
        [400, null],
        [600, null],
        [-50, "banking-fees"],
      ]);
    });

    test("of more payments than a split may have parts is split into their sum and the charges", async () => {
      const parts = await partsOf(
        batch(
          Array.from({ length: 300 }, () => "1.00"),
          "299.50",
        ),
      );
      assert.deepEqual(parts, [
        [30_000, null],
        [-50, "banking-fees"],
      ]);
    });
  });

  describe("a payment that is booked with a tip", () => {
    const csv = (amount: string, date: string, status: string) =>
      `date;payee;amount;status\n2026-03-01;Tea;-1.00;booked\n${date};Trattoria Roma;${amount};${status}\n`;
    const [PENDING, BOOKED] = [
      csv("-35.00", "2026-03-02", "pending"),
      csv("-40.00", "2026-03-04", "booked"),
    ];

    async function announced() {
      const opening = await opened();
      await opening.add(PENDING);
      const row = (await opening.found()).find(({ status }) => status === "pending");
      await opening.books.change(row?.id ?? "", {
        category_slug: "meals",
        note: "With Anna",
        tax_rate_bp: 1900,
      });
      return { ...opening, id: row?.id ?? "" };
    }

    test("is another one unless it is said to be the pending one", async () => {
      const { add, bank, found, id } = await announced();
      const { accounts } = await bank.preview(BOOKED);
      const [first] = accounts[0]?.rows ?? [];
      assert.deepEqual(
        [first?.action, first?.taken, first?.may_book, first?.beside?.id],
        ["new", true, true, id],
      );
      await add(BOOKED);
      const rows = await found();
      assert.deepEqual(
        rows.map(({ amount_minor, status }) => [amount_minor, status]),
        [
          [-100, "posted"],
          [-3500, "pending"],
          [-4000, "posted"],
        ],
      );
    });

    test("books it with its category, note and tax, which undo and a removal take back", async () => {
      const { team, add, actionsOf, bank, found, id } = await announced();
      const before = await team.state();
      const rows = await found();
      const options = { chosen: [{ at: 1, take: true, books: true }] };
      const first = await add(BOOKED, options);
      assert.equal((await bank.undo(first.event)).status, 200);
      assert.deepEqual(await team.state(), before);
      const { imports } = await add(BOOKED, options);
      const [, row, ...others] = await found();
      assert.equal(others.length, 0);
      assert.deepEqual(
        [row?.id, row?.amount_minor, row?.status, row?.date, row?.category_slug, row?.note],
        [id, -4000, "posted", "2026-03-04", "meals", "With Anna"],
      );
      assert.equal(row?.tax_minor, -639);
      assert.deepEqual(await actionsOf(PENDING), ["duplicate", "duplicate"]);
      assert.deepEqual(await actionsOf(BOOKED), ["duplicate", "duplicate"]);
      assert.equal(await findWrongFigure(world.database.reader), null);
      await bank.remove(imports[0] ?? "");
      const updated_at = "";
      assert.deepEqual(
        (await found()).map((one) => ({ ...one, updated_at })),
        rows.map((one) => ({ ...one, updated_at })),
      );
      assert.equal(await findWrongFigure(world.database.reader), null);
    });
  });

  test("twenty imports of overlapping files at once end as their union", async () => {
    const { team, account, found } = await opened();
    const lines = Array.from({ length: 24 }, (_, index) => ({
      date: `2026-03-${String(1 + Math.floor(index / 2)).padStart(2, "0")}`,
      minor: -350,
      text: "Coffee",
    }));
    const bring = async (from: number) => {
      const file = await fileOf(team, csvOf(lines.slice(from, from + 6)));
      for (;;) {
        const context = ownerContext(team);
        const { hash } = await planImport(context, file, account);
        if (hash === null) return;
        try {
          await commitImport(context, file, { account, hash });
          return;
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== "plan_changed") throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: 20 }, async (_, index) => bring(2 * (index % 10))));
    assert.equal((await found()).length, lines.length);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  describe("a transaction by hand that becomes the bank's", () => {
    for (const status of ["excluded", "completed", "archived"] as const)
      test(`stays ${status}`, async () => {
        const { books, add, found } = await opened();
        await books.add({ date: "2026-03-02", amount_minor: -350, status });
        const { plan } = await add(csvOf([{ date: "2026-03-03", minor: -350, text: "Coffee" }]));
        assert.equal(plan.accounts[0]?.rows[0]?.action, "update");
        const [row, ...others] = await found();
        assert.deepEqual([row?.status, row?.date, others.length], [status, "2026-03-03", 0]);
      });

    test("stays as the accountant has it, once it was given to the accountant", async () => {
      const { books, actionsOf, add, found } = await opened();
      await books.add({ date: "2026-02-27", amount_minor: -350, status: "exported" });
      const [before] = await found();
      const file = csvOf([
        { date: "2026-02-20", minor: -100, text: "Tea" },
        { date: "2026-03-01", minor: -350, text: "Coffee" },
      ]);
      await add(file);
      const [tea, row, ...others] = await found();
      assert.deepEqual([tea?.name, others.length], ["Tea", 0]);
      const { row_key: _key, bank_id: _id, updated_at: _at, ...kept } = row ?? {};
      const { row_key: _k, bank_id: _i, updated_at: _u, ...was } = before ?? {};
      assert.deepEqual(kept, was);
      assert.deepEqual(await actionsOf(file), ["duplicate", "duplicate"]);
    });
  });

  describe("transactions that were merged", () => {
    test("twice stay known by the keys of all, until the last of them goes", async () => {
      const { team, books, bank, add, found, actionsOf } = await opened();
      const line = { date: "2026-03-02", minor: -350, text: "Coffee" };
      const csv = csvOf([line]);
      const ofx = ofxOf([{ ...line, text: "CAFE", id: "F1" }]);
      const qif = "!Type:Bank\nD2026-03-02\nT-3.50\nPCoffee House\n^\n";
      const chosen = { chosen: [{ at: 0, take: true }] };
      await add(csv);
      await add(ofx, chosen);
      const { imports } = await add(qif, chosen);
      const rows = await found();
      const of = (source: string) => rows.find((row) => row.source === source)?.id ?? "";
      const merge = async (id: string, other_id: string) => {
        world.pass(1000);
        return books.app.ask(MERGE, { team: team.id, id, other_id });
      };
      const undo = async (event: string | null) =>
        assert.equal((await bank.undo(event ?? "")).status, 200);
      const apart = await team.state();
      const first = await merge(of("csv"), of("ofx"));
      const one = await team.state();
      const second = await merge(of("qif"), of("csv"));
      await undo(second.event);
      assert.deepEqual(await team.state(), one);
      await undo(first.event);
      assert.deepEqual(await team.state(), apart);
      await merge(of("csv"), of("ofx"));
      await merge(of("qif"), of("csv"));
      for (const file of [csv, ofx, qif]) assert.deepEqual(await actionsOf(file), ["duplicate"]);
      await bank.remove(imports[0] ?? "");
      assert.deepEqual(await found(), []);
      for (const file of [csv, ofx, qif]) assert.deepEqual(await actionsOf(file), ["new"]);
    });
  });
});
