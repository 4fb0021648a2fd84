import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { fixturesOf } from "../../../test/csv-fixtures.ts";
import { signedIn } from "../../../test/oauth.ts";
import { storedRows } from "../../../test/rows.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";
import { findWrongTotal } from "../timesheet/kept-totals.ts";

const PREVIEW = "POST /api/teams/:team/time/import/preview";
const IMPORT = "POST /api/teams/:team/time/import";
const UNDO = "POST /api/teams/:team/activity/:id/undo";

type ImportInput = { readonly team: string } & Readonly<Record<string, unknown>>;

onEachDatabase((world) => {
  const WANTED = [
    [
      "2026-11-20",
      "2026-11-20T23:30:00.000Z",
      "2026-11-21T00:15:00.000Z",
      2700,
      "Call, long",
      "App",
    ],
    ["2026-11-20", "2026-11-20T09:00:00.000Z", "2026-11-20T10:30:00.000Z", 5400, "Logo", "Website"],
  ];

  for (const index of [0, 1, 2, 3, 4, 5]) {
    const { name, program } = fixturesOf({ email: "", name: "" })[index] ?? {
      name: "",
      program: "",
    };
    test(`${name} is previewed without a trace, imported as one event, and undone`, async () => {
      const { team, app, at } = await opened();
      const email = await emailOf(team.userId);
      const csv = fixturesOf({ email, name: "Olga Owner" })[index]?.csv ?? "";
      const before = { state: await team.state(), journal: await team.journal() };
      const preview = await previewOf(app, at, csv);
      assert.deepEqual({ state: await team.state(), journal: await team.journal() }, before);
      assert.equal(preview.program, program);
      assert.deepEqual([preview.entries, preview.seconds], [2, 8100], JSON.stringify(preview));
      assert.deepEqual(preview.newCustomers, ["Acme"]);
      assert.deepEqual(preview.days, { first: "2026-11-20", last: "2026-11-20" });
      const input = { ...at, customers: ["Acme"], emails: ["a@acme.example"] };
      const done = await imported(app, input, csv);
      assert.deepEqual([done.entries, done.projects, done.customers], [2, 2, 1]);
      assert.deepEqual(await entriesOf(team), WANTED);
      assert.equal(await findWrongTotal(world.database.reader), null);
      const projects = await team.rows("tracker_list_projects");
      assert.deepEqual(
        new Set(
          projects.map(({ name, customer, billable }) => `${name} ${customer?.name} ${billable}`),
        ),
        new Set(["Website Acme true", "App undefined false"]),
      );
      const again = await previewOf(app, input, csv);
      assert.deepEqual([again.entries, again.duplicates.count], [0, 2]);
      assert.equal((await imported(app, input, csv)).event, null);
      assert.equal((await team.journalOf(IMPORT)).length, 1);
      await app.ask(UNDO, { ...at, id: done.event });
      const { state } = before;
      const after = await team.state();
      for (const table of ["customers", "tracker_projects", "tracker_entries", "tracker_totals"])
        assert.deepEqual(after[table], state[table], table);
    });
  }

  test("of two imports of one file at once each row is added once", async () => {
    for (let round = 1; round <= 5; round += 1) {
      const { team, app, at } = await opened();
      await addProject(team, { name: "A" });
      const rows = Array.from(
        { length: 700 },
        (_, index) => `2026-11-1${index % 9},A,${1 + index / 100}`,
      );
      const csv = `Date,Project,Hours\n${rows.join("\n")}\n`;
      const [one, other] = await Promise.all([imported(app, at, csv), imported(app, at, csv)]);
      assert.equal(one.entries + other.entries, 700);
      assert.equal((await team.state())["tracker_entries"]?.length, 700);
    }
  });

  test("of two imports of a file at once, the second adds nothing", async () => {
    const { team, app, at } = await opened();
    const csv = "Date,Start time,End time,Project\n2026-11-20,09:00,10:00,Website\n";
    const done = await Promise.all([imported(app, at, csv), imported(app, at, csv)]);
    assert.deepEqual(new Set(done.map(({ entries }) => entries)), new Set([0, 1]));
    assert.equal((await entriesOf(team)).length, 1);
  });

  if (world.isSecond) return;

  test("times of a file are those of the chosen time zone, else of each person's", async () => {
    const { team, app, at } = await opened();
    await team.setTimeZone("America/New_York");
    const csv =
      "Date,Start time,End time,Project\n2026-11-20,22:00,23:00,A\n2026-11-20,1:30 pm,2:15 p.m.,A\n";
    await imported(app, at, csv);
    assert.deepEqual(
      (await entriesOf(team)).map(([date, start]: any) => [date, start]),
      [
        ["2026-11-20", "2026-11-21T03:00:00.000Z"],
        ["2026-11-20", "2026-11-20T18:30:00.000Z"],
      ],
    );
    const input = { ...at, zone: "Asia/Tokyo" };
    await imported(app, input, "Date,Start time,End time,Project\n2026-11-19,09:00,09:30,A\n");
    const [, , tokyo] = await entriesOf(team);
    assert.deepEqual(tokyo.slice(0, 2), ["2026-11-19", "2026-11-19T00:00:00.000Z"]);
  });

  test("dates that may be read in two ways are asked for, and nothing is imported before", async () => {
    const { team, app, at } = await opened();
    const csv = "Date,Project,Hours\n03/04/2026,A,1\n05/06/2026,A,2\n";
    const { dates, hasDateOrder } = await previewOf(app, at, csv);
    assert.deepEqual([dates, hasDateOrder], [null, true]);
    const before = await team.state();
    const { status, body } = await app.sendFile(IMPORT, at, csv);
    assert.deepEqual([status, body.errors[0]?.pointer], [422, "/dates"]);
    assert.deepEqual(await team.state(), before);
    await imported(app, { ...at, dates: "month first" }, csv);
    assert.deepEqual(
      (await entriesOf(team)).map(([date]: any) => date),
      ["2026-05-06", "2026-03-04"],
    );
  });

  test("what cannot be used is told with its line, and the rest is imported", async () => {
    const { app, at } = await opened();
    const csv = [
      "Date,Project,Hours,Start time,End time",
      "2026-11-19,A,1,,",
      "2026-02-30,A,1,,",
      "2026-11-19,A,,,",
      "2026-11-19,A,,25:00,",
      "2026-11-19,A,x,,",
      "2026-11-19,A,0,,",
      "2030-11-19,A,1,,",
      "2026-11-19,A,,9:00,8:00",
    ].join("\n");
    const { entries, problems, hasDateOrder } = await previewOf(app, at, csv);
    assert.equal(hasDateOrder, false, "days such as 2026-11-19 are read in one way");
    assert.equal(entries, 2);
    assert.deepEqual(
      problems.first.map(({ line, text }: any) => `${line}: ${text}`),
      [
        "3: Its date “2026-02-30” is not clear.",
        "4: It has neither a start nor a duration.",
        "5: Its start time “25:00” is not clear.",
        "6: Its duration “x” is not clear.",
        "7: It has no duration.",
        "8: It lies in the future.",
      ],
    );
    const { status, body } = await app.sendFile(IMPORT, at, "a,b\n1,2\n");
    assert.deepEqual([status, body.errors[0]?.pointer], [422, "/file"]);
  });

  test("what overlaps known time of the same person is left out, unless it is asked for", async () => {
    const { team, app, at } = await opened();
    const mia = await team.member("member");
    const project_id = await addProject(team, { name: "A" });
    const [start, stop] = ["2026-11-19T10:00:00.000Z", "2026-11-19T11:00:00.000Z"];
    await addEntry(team, { project_id, start, stop, date: "2026-11-19" });
    await addEntry(team, {
      project_id,
      start: "2026-11-19T14:00:00.000Z",
      stop: "2026-11-19T15:00:00.000Z",
      date: "2026-11-19",
      assigned_id: mia.userId,
    });
    const csv = [
      "Date,Project,Start time,End time",
      "2026-11-19,A,9:00,10:00",
      "2026-11-19,A,9:30,10:30",
      "2026-11-19,A,10:15,10:20",
      "2026-11-19,A,11:00,12:00",
      "2026-11-19,A,14:00,15:00",
      "2026-11-19,A,10:00,11:00",
    ].join("\n");
    const preview = await previewOf(app, at, csv);
    assert.deepEqual(
      [preview.entries, preview.overlaps.count, preview.duplicates.count],
      [3, 2, 1],
    );
    assert.deepEqual(
      preview.overlaps.first.map(({ line }: any) => line),
      [3, 4],
    );
    const all = await previewOf(app, { ...at, overlaps: "add", duplicates: "add" }, csv);
    assert.equal(all.entries, 6);
  });

  test("a project is found by customer and name; members import their own time alone", async () => {
    const { team, app, at } = await opened();
    const mia = await team.member("member");
    const acme = await team.call("customers_create", { name: "Äcme", email: "a@acme.example" });
    const ours = await addProject(team, { name: "Website", customer_id: acme.id });
    await addProject(team, { name: "Website" });
    const email = await emailOf(mia.userId);
    const csv = [
      "Date,Project,Client,Hours,Email",
      `2026-11-19,website,ACME,1,${email}`,
      `2026-11-19,Website,Beta,2,${email}`,
      "2026-11-19,Website,ACME,4,nobody@example.com",
      `2026-11-19,Website,ACME,8,${await emailOf(team.userId)}`,
    ].join("\n");
    const member = new WebApp(world, await signedIn(mia));
    const own = await previewOf(member, at, csv);
    assert.deepEqual([own.entries, own.strangers.count], [2, 2]);
    assert.deepEqual(
      own.projects.map(({ name, isNew }: any) => [name, isNew]),
      [
        ["Website", false],
        ["website", false],
      ],
    );
    assert.equal((await previewOf(app, at, csv)).strangers.count, 1);
    const given = { people: ["nobody@example.com"], members: [mia.userId] };
    assert.equal((await previewOf(app, { ...at, ...given }, csv)).strangers.count, 0);
    await imported(member, at, csv);
    const entries = storedRows(await team.state(), "tracker_entries");
    assert.equal(entries.filter(({ project_id }) => project_id === ours).length, 1);
    assert.ok(entries.every(({ assigned_id }) => assigned_id === mia.userId));
  });

  test("each person whom no member matches is given to a member, or left out and counted", async () => {
    const { team, app, at } = await opened();
    const mia = await team.member("member");
    const csv = [
      "Date,Project,Hours,User",
      "2026-11-18,Website,1,Old Ann",
      "2026-11-19,Website,2,Ben B.",
      "2026-11-20,Website,4,Old Ann",
      "not a day,Website,4,Old Ann",
      "2026-11-20,Website,8,Gone",
      "2026-11-20,Website,16,",
    ].join("\n");
    const unknown = [
      { person: "Old Ann", line: 2, rows: 2 },
      { person: "Ben B.", line: 3, rows: 1 },
      { person: "Gone", line: 6, rows: 1 },
    ];
    const before = await previewOf(app, at, csv);
    assert.partialDeepStrictEqual(before, { unknown, entries: 1, moreUnknown: 0 });
    assert.equal(before.strangers.count, 4);
    const chosen = {
      ...at,
      people: ["Old Ann", "Ben B."],
      members: [mia.userId, team.userId],
    };
    const after = await previewOf(app, chosen, csv);
    assert.partialDeepStrictEqual(after, { unknown, entries: 4 });
    assert.deepEqual(
      [after.strangers.count, after.strangers.first],
      [1, [{ line: 6, text: "Gone is not in the team (1 row)" }]],
    );
    const done = await imported(app, chosen, csv);
    assert.deepEqual([done.entries, done.seconds], [4, 23 * 3600]);
    const entries = storedRows(await team.state(), "tracker_entries");
    const seconds = (id: string) =>
      entries
        .filter(({ assigned_id }) => assigned_id === id)
        .reduce((sum, { duration }) => sum + Number(duration), 0);
    assert.deepEqual([seconds(mia.userId), seconds(team.userId)], [5 * 3600, 18 * 3600]);
    assert.equal(await findWrongTotal(world.database.reader), null);
  });

  test("of many people whom no member matches the first are listed, and all are counted", async () => {
    const { app, at } = await opened();
    const rows = Array.from({ length: 46 }, (_, row) => `2026-11-18,Website,1,Ann ${row % 23}`);
    const { strangers } = await previewOf(app, at, ["Date,Project,Hours,User", ...rows].join("\n"));
    assert.deepEqual([strangers.count, strangers.people, strangers.first.length], [46, 23, 20]);
    assert.equal(strangers.first[19]?.text, "Ann 19 is not in the team (2 rows)");
  });

  test("people without as many members, and customers without as many addresses, are refused by name", async () => {
    const { team, app, at } = await opened();
    const csv = "Date,Project,Hours,User\n2026-11-19,A,1,Ben\n";
    const before = await team.state();
    for (const path of [PREVIEW, IMPORT]) {
      const given = { ...at, people: ["Ben", "Ann"], members: [team.userId], customers: ["Acme"] };
      const { status, body } = await app.sendFile(path, given, csv);
      assert.equal(status, 422);
      assert.deepEqual(body.errors, [
        {
          pointer: "/members",
          detail: "Must have one member for each of people, in the same order: 2 needed, 1 given.",
        },
        {
          pointer: "/emails",
          detail:
            "Must have one address for each of customers, in the same order: 1 needed, 0 given.",
        },
      ]);
    }
    assert.deepEqual(await team.state(), before);
  });

  test("time of the file goes to nobody outside of the team, and members give it to themselves alone", async () => {
    const { team, app, at } = await opened();
    const mia = await team.member("member");
    const stranger = await world.team();
    const csv = "Date,Project,Hours,User\n2026-11-19,A,1,Ben\n";
    const before = await team.state();
    const to = (id: string) => ({ ...at, people: ["Ben"], members: [id] });
    for (const path of [PREVIEW, IMPORT]) {
      const { status, body } = await app.sendFile(path, to(stranger.userId), csv);
      const problem = Array.isArray(body) ? body.at(-1) : body;
      assert.equal(problem.code, "not_found", `${path} ${status}`);
    }
    const member = new WebApp(world, await signedIn(mia));
    const own = await previewOf(member, to(mia.userId), csv);
    assert.deepEqual([own.entries, own.strangers.count], [1, 0]);
    const others = await previewOf(member, to(team.userId), csv);
    assert.deepEqual([others.entries, others.strangers.count], [0, 1]);
    assert.deepEqual(await team.state(), before);
  });

  test("columns are corrected by hand, and without a day or a duration nothing is imported", async () => {
    const { team, app, at } = await opened();
    const csv = "When,Worked,Project,Task\n2026-11-19,1:30,Website,Design\n";
    const guess = await previewOf(app, at, csv);
    assert.deepEqual(guess.missing, ["the day", "the duration or the end"]);
    assert.deepEqual(guess.columns[0], {
      title: "When",
      field: null,
      guessed: null,
      values: ["2026-11-19"],
    });
    const refused = await app.sendFile(IMPORT, at, csv);
    assert.partialDeepStrictEqual(refused, { status: 422, body: { code: "invalid_argument" } });
    const columns = ["1:startDate", "2:duration", "3:none", "4:project"];
    assert.partialDeepStrictEqual(await previewOf(app, { ...at, columns }, csv), {
      missing: [],
      entries: 1,
      seconds: 5400,
      ignored: ["Project"],
    });
    await imported(app, { ...at, columns }, csv);
    const { items } = await team.call("tracker_list_entries", {});
    assert.deepEqual([items[0].project.name, items[0].description], ["Design", null]);
  });

  test("an import that nobody follows any more adds nothing", async () => {
    const { team, app, at } = await opened();
    const rows = Array.from({ length: 3000 }, (_, index) => `2026-11-1${index % 9},A,1`);
    const file = `Date,Project,Hours\n${rows.join("\n")}\n`;
    const { body } = await app.attempt(IMPORT, { ...at, file });
    assert.equal(body.kind, "progress");
    // Waits for the lock of the same person.
    await imported(app, at, "Date,Project,Hours\n2026-11-01,B,1\n");
    assert.equal((await team.state())["tracker_entries"]?.length, 1);
    assert.equal((await team.journalOf(IMPORT)).length, 1);
  });

  test("where clocks go back, the duration of a row decides which of two times is meant", async () => {
    const { team, app, at } = await opened();
    await team.setTimeZone("Europe/Berlin");
    const rows = [
      ["2026-10-25", "01:30", "2026-10-25", "02:30", "1:00:00", "first"],
      ["2026-10-25", "01:30", "2026-10-25", "02:30", "2:00:00", "second"],
      ["2026-10-25", "02:10", "2026-10-25", "03:10", "1:00:00", "late"],
      ["2026-10-25", "02:50", "2026-10-25", "02:10", "0:20:00", "across"],
    ];
    const header = "Start date,Start time,End date,End time,Duration,Description,Project";
    const csv = [header, ...rows.map((row) => `${row.join(",")},P`)].join("\n");
    await imported(app, { ...at, overlaps: "add" }, csv);
    const found = (await entriesOf(team)).map(([, start, , seconds, words]: any) => [
      words,
      start.slice(11, 16),
      seconds,
    ]);
    assert.deepEqual(
      found.toSorted(([one]: any, [other]: any) => (one < other ? -1 : 1)),
      [
        ["across", "00:50", 1200],
        ["first", "23:30", 3600],
        ["late", "01:10", 3600],
        ["second", "23:30", 7200],
      ],
    );
  });

  test("rows without length, days beyond the calendar and names that nobody sees are no time", async () => {
    const { team, app, at } = await opened();
    for (const csv of [
      "Date,Start time,End time,Duration,Project\n2026-11-02,09:00,09:00,0:00,P\n",
      "Date,Start time,End time,Project\n2026-11-02,09:00,09:00,P\n",
      ...["+012026-01-01T00", "-000400-01-01T00", "0001-01-01T00", "2026-01-01 00"].map(
        (hour) =>
          `Start (exact),End (exact),Time zone,Project\n${hour}:00:00Z,${hour}:30:00Z,UTC,P\n`,
      ),
    ]) {
      const { problems, entries } = await previewOf(app, at, csv);
      assert.deepEqual([problems.count, entries], [1, 0], csv);
      assert.equal((await imported(app, at, csv)).entries, 0);
    }
    await imported(app, at, "Date,Hours,Project\n2026-11-02,1,\u200b\n");
    assert.deepEqual(
      (await entriesOf(team)).map((row: any) => row[5]),
      ["No project"],
    );
  });

  async function opened() {
    world.at("2026-11-21T12:00:00Z");
    const team = await world.team();
    return { team, app: await WebApp.of(team), at: { team: team.id } };
  }

  async function emailOf(userId: string): Promise<string> {
    const user = await world.database.reader
      .selectFrom("users")
      .select("email")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    return user.email;
  }

  async function previewOf(app: WebApp, input: ImportInput, csv: string) {
    const { status, body } = await app.sendFile(PREVIEW, input, csv);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  async function imported(app: WebApp, input: ImportInput, csv: string) {
    const { status, body } = await app.sendFile(IMPORT, input, csv);
    assert.equal(status, 200, JSON.stringify(body));
    const last = body.at(-1);
    assert.equal(last.kind, "done", JSON.stringify(last));
    return last;
  }

  async function entriesOf(team: Team) {
    const { items } = await team.call("tracker_list_entries", { assigned_id: null });
    return items.map(({ date, start, stop, duration, description, project }: any) => [
      date,
      start,
      stop,
      duration,
      description,
      project.name,
    ]);
  }
});
