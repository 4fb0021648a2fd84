import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { extent } from "../../../test/extent.ts";
import { importWhatIsNew } from "../../../test/imports.ts";
import { type Balances, type Booked, csv, RENDERED } from "../../../test/rendered-files.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";
import { addDays } from "../../shared/calendar.ts";
import { balancesOn } from "../bank-accounts/balances.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";

type Render = (rows: readonly Booked[], balances?: Balances) => string;

const FORMATS: Readonly<Record<string, Render>> = { ...RENDERED, CSV: csv };

const FIRST = "2026-03-13";
const DAYS = 10;

/** Few amounts and names, so that many bookings are alike, and some are the same. */
const booking = fc.record({
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  minor: fc.constantFrom(-350, -350, -1, 1, 12_000),
  name: fc.constantFrom("Coffee Corner", "Anna Adler", "Interest"),
  text: fc.constantFrom("Thank you", "Card 4711"),
});

/** Bookings by day, in the bank's order; with ids of the bank or none. */
const book = fc
  .tuple(fc.array(booking, { minLength: 1, maxLength: 25 }), fc.boolean())
  .map(([bookings, hasIds]): readonly Booked[] =>
    bookings
      .toSorted((one, other) => one.day - other.day)
      .map(({ day, ...rest }, index) => ({
        ...rest,
        date: addDays(FIRST, day),
        ...(hasIds ? { id: `B${1000 + index}` } : {}),
      })),
  );

/** Days of a file, and rows of its last day that the bank has not booked by then. */
const window = fc.record({
  from: fc.integer({ min: 0, max: DAYS - 1 }),
  days: fc.integer({ min: 0, max: 6 }),
  cut: fc.integer({ min: 0, max: 2 }),
});

const WHOLE = { from: 0, days: DAYS, cut: 0 };

const format = fc.constantFrom(...Object.keys(FORMATS));

type Window = typeof WHOLE;

function rowsIn(book: readonly Booked[], { from, days, cut }: Window): readonly Booked[] {
  const [first, last] = [addDays(FIRST, from), addDays(FIRST, from + days)];
  const within = book.filter(({ date }) => date >= first && date <= last);
  const late = within.filter(({ date }) => date === last).length;
  return within.slice(0, within.length - Math.min(cut, late));
}

const sumOf = (rows: readonly Booked[]) => rows.reduce((sum, { minor }) => sum + minor, 0);

/** The file of some days. One of whole days states the balances around it. */
function fileIn(book: readonly Booked[], window: Window, format: string): string {
  const rows = rowsIn(book, window);
  const render = FORMATS[format] ?? assert.fail(format);
  if (window.cut > 0) return render(rows);
  const opening = sumOf(book.filter(({ date }) => date < addDays(FIRST, window.from)));
  const day = addDays(FIRST, window.from + window.days);
  return render(rows, { opening, closing: opening + sumOf(rows), day });
}

const told = ({ date, minor, name }: Pick<Booked, "date" | "minor" | "name">) =>
  `${date} ${minor} ${name}`;

onEachDatabase((world) => {
  async function opened(): Promise<{
    team: Team;
    account: string;
    undo: (event: string) => Promise<void>;
  }> {
    world.at("2026-04-20T12:00:00Z");
    const team = await world.team();
    const account = await addAccount(team, { number: null });
    const app = await WebApp.of(team);
    const undo = async (id: string) => {
      const path = "POST /api/teams/:team/activity/:id/undo";
      assert.equal((await app.attempt(path, { team: team.id, id })).status, 200);
    };
    return { team, account, undo };
  }

  async function rowsOf(team: Team) {
    const rows = await world.database.reader
      .selectFrom("transactions")
      .selectAll()
      .where("team_id", "=", team.id)
      .orderBy("id")
      .execute();
    return rows;
  }

  const toldOf = async (team: Team) =>
    (await rowsOf(team)).map((row) => told({ ...row, minor: row.amount_minor })).toSorted();

  test("files of overlapping days in any order are their union, each undone without a trace", async () => {
    await fc.assert(
      fc.asyncProperty(
        book,
        format,
        fc.array(window, { maxLength: 3 }),
        async (book, format, windows) => {
          const { team, account, undo } = await opened();
          const come = new Set<Booked>();
          for (const window of [...windows, WHOLE]) {
            const file = fileIn(book, window, format);
            const rows = rowsIn(book, window);
            if (rows.length === 0 && format === "CSV") continue;
            const before = await team.state();
            const { event } = await importWhatIsNew(team, file, { account });
            if (event !== null) await undo(event);
            assert.deepEqual(await team.state(), before);
            const { plan } = await importWhatIsNew(team, file, { account });
            const planned = plan.accounts.flatMap(({ rows }) => rows);
            assert.equal(
              planned.reduce((sum, { row }) => sum + row.minor, 0),
              sumOf(rows),
            );
            for (const row of rows) come.add(row);
            assert.deepEqual(await toldOf(team), [...come].map(told).toSorted());
            const once = await rowsOf(team);
            const again = await importWhatIsNew(team, file, { account });
            assert.equal(again.event, null);
            assert.deepEqual(await rowsOf(team), once);
          }
          assert.equal(await findWrongFigure(world.database.reader), null);
          const last = addDays(FIRST, DAYS);
          const balances = await balancesOn(ownerContext(team), last);
          assert.equal(balances.get(account)?.minor, sumOf(book));
        },
      ),
      { numRuns: extent(10, 300) },
    );
  });

  test("the same days from every kind of file, in any order, are there once", async () => {
    const kinds = fc.shuffledSubarray(Object.keys(FORMATS), { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(book, kinds, async (book, kinds) => {
        const { team, account } = await opened();
        for (const kind of [...kinds, ...kinds]) {
          await importWhatIsNew(team, fileIn(book, WHOLE, kind), { account });
          assert.deepEqual(await toldOf(team), book.map(told).toSorted(), kind);
        }
      }),
      { numRuns: extent(6, 200) },
    );
  });

  test("payments that are pending for days are each booked once, in downloads one after another", async () => {
    const payment = fc.tuple(booking, fc.integer({ min: 0, max: 4 }), fc.boolean());
    const payments = fc.array(payment, { minLength: 1, maxLength: 15 });
    const downloads = fc.array(fc.tuple(fc.nat(DAYS + 4), fc.nat(DAYS)), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        payments,
        downloads,
        fc.constantFrom("CSV", "CAMT"),
        async (payments, downloads, format) => {
          const { team, account } = await opened();
          const last = DAYS + 5;
          const sorted = downloads.toSorted(([one], [other]) => one - other);
          const render = FORMATS[format] ?? assert.fail(format);
          for (const [day, back] of [...sorted, [last, last] as const]) {
            const rows = payments.flatMap(([{ day: bought, ...rest }, wait, isFirst]) => {
              const booked = bought + wait;
              if (bought > day || booked < day - back) return [];
              const isPending = booked > day;
              const date = addDays(FIRST, isPending ? bought : booked);
              return [{ ...rest, date, isPending, isFirst }];
            });
            // Some banks print what is pending first, others between.
            const ordered = rows.toSorted(
              (one, other) => Number(other.isFirst) - Number(one.isFirst),
            );
            if (ordered.length === 0) continue;
            await importWhatIsNew(team, render(ordered), { account });
          }
          const rows = await rowsOf(team);
          assert.ok(rows.every(({ status }) => status === "posted"));
          const booked = payments.map(([{ day, minor, name }, wait]) =>
            told({ date: addDays(FIRST, day + wait), minor, name }),
          );
          assert.deepEqual(await toldOf(team), booked.toSorted());
        },
      ),
      { numRuns: extent(10, 300) },
    );
  });
});
