import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Activity } from "../../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../../test/app.ts";
import { WebApp } from "../../../../test/web.ts";
import type { Uploads } from "../../../api/routes.ts";

const PREVIEW = "POST /api/teams/:team/customers/import/preview";
const IMPORT = "POST /api/teams/:team/customers/import";
const EXPORT = "GET /api/teams/:team/customers/export";

const FILE = `Firma;Ansprechpartner;E-Mail;Straße;PLZ;Ort;Land;USt-IdNr.;Zahlungsziel;Webseite;Kategorie;Kundennr
Müller GmbH;Eva Müller;eva@mueller.example;Weg 1;50667;Köln;DE;DE123;14 Tage netto;mueller.example;Wholesale, New;17
Ohne Adresse;;;;;;;;;;;18
;Grace Hopper;grace@navy.example;;;;Vereinigte Staaten;;;no address;;19
Müller GmbH;;other@mueller.example;;;;;;;;;20
`;

type Choices = Omit<Uploads[typeof IMPORT]["input"], "team">;

onEachDatabase((world) => {
  test("of two imports of a file at once, the second finds the customers of the first", async () => {
    const { app, place, customers } = await start();
    const rows = Array.from({ length: 40 }, (_, index) => `N${index},n${index}@x.example`);
    const file = ["Name,E-mail", ...rows].join("\n");
    const done = await Promise.all([
      app.upload(IMPORT, place, file),
      app.upload(IMPORT, place, file),
    ]);
    assert.deepEqual(new Set(done.map(({ created }) => created)), new Set([0, 40]));
    assert.equal((await customers()).length, 40);
  });

  test("an import makes the customers with their tags as one event, and one undo takes all back", async () => {
    const { team, app, place, preview, customers } = await start();
    await team.call("tags_create", { name: "wholesale" });
    const before = await team.state();
    world.pass(1000);
    const { fingerprint } = await preview(FILE);
    const done = await app.upload(IMPORT, { ...place, fingerprint }, FILE);
    assert.partialDeepStrictEqual(done, { created: 2, updated: 0, skipped: 1, broken: 1 });
    const [mueller, grace] = (await customers()).toSorted((one) => (one.name < "H" ? 1 : -1));
    assert.partialDeepStrictEqual(mueller, {
      name: "Müller GmbH",
      email: "eva@mueller.example",
      contact: "Eva Müller",
      city: "Köln",
      country: null,
      countryCode: "DE",
      default_payment_terms: 14,
      website: "https://mueller.example",
    });
    assert.deepEqual(
      mueller.tags.map(({ name }: { name: string }) => name),
      ["New", "wholesale"],
    );
    assert.partialDeepStrictEqual(grace, { country: "Vereinigte Staaten", website: null });
    const activity = new Activity(app, team);
    const event = await activity.latest(IMPORT);
    assert.equal(event.id, done.event);
    assert.deepEqual(event.deed, ["imported 2 customers"]);
    await activity.undo(event);
    assert.deepEqual(await team.state(), before);
  });

  test("a large import lets other requests in between, and its export has every row", async () => {
    const { team, app, place } = await start();
    const rows = Array.from({ length: 1203 }, (_, row) => `Customer ${row},c${row}@x.example`);
    const file = ["Name,E-mail", ...rows].join("\n");
    const importing = app.upload(IMPORT, place, file);
    let between = 0;
    const reading = (async () => {
      while (between < 200) {
        await app.ask("GET /api/teams/:team/tags", place);
        between += 1;
        if (await Promise.race([importing.then(() => true), setImmediate(false)])) return;
      }
    })();
    const { created, event } = await importing;
    await reading;
    assert.equal(created, 1203);
    assert.ok(between > 3, `${between} requests were served in between`);
    const { body } = await app.attempt(EXPORT, place);
    assert.equal(body.trim().split("\r\n").length, 1204);
    await new Activity(app, team).undo({ id: event ?? "" });
    assert.deepEqual(await customersOf(team), []);
  });

  if (world.isSecond) return;

  test("a preview says what each row holds and lacks, and writes nothing", async () => {
    const { team, preview } = await start();
    const before = [await team.state(), await team.journal()];
    const { columns, rows, delimiter, encoding, ...counts } = await preview(
      Buffer.from(FILE, "latin1"),
    );
    assert.partialDeepStrictEqual(counts, { created: 2, updated: 0, skipped: 1 });
    assert.deepEqual([delimiter, encoding], [";", "windows-1252"]);
    assert.equal(
      columns.map(({ field }) => field ?? "-").join(" "),
      "name contact email addressLine1 zip city country vatNumber default_payment_terms website tags -",
    );
    assert.deepEqual(
      rows.map(({ line, name, problems }) => [line, name, problems]),
      [
        [2, "Müller GmbH", []],
        [3, "Ohne Adresse", ["E-mail is required."]],
        [4, "Grace Hopper", ["Website must be a web address such as https://acme.example."]],
        [5, "Müller GmbH", []],
      ],
    );
    assert.deepEqual(rows[3]?.duplicate, { by: "name", customer: null, line: 2 });
    assert.deepEqual([await team.state(), await team.journal()], before);
  });

  test("a row that repeats a customer is left out, changes it, or becomes another, as is chosen", async () => {
    const file = "Name,E-mail,City\nACME,New@acme.example,\nOther,ANNA@acme.example,Bonn\n";
    for (const [choices, wanted] of [
      [{}, { created: 0, updated: 0, skipped: 2 }],
      [{ onEmail: "update" }, { created: 0, updated: 1, skipped: 1 }],
      [
        { onEmail: "create", onName: "create" },
        { created: 2, updated: 0, skipped: 0 },
      ],
      [
        { onEmail: "update", lines: ["3:skip", "2:create"] },
        { created: 1, skipped: 1 },
      ],
    ] satisfies readonly [Choices, object][]) {
      const { team, app, place, customers } = await start();
      const acme = { name: "Acme", email: "anna@acme.example", city: "Köln", phone: "1" };
      const { id } = await team.call("customers_create", acme);
      const done = await app.upload(IMPORT, { ...place, ...choices }, file);
      assert.partialDeepStrictEqual(done, wanted);
      const after = (await customers()).find((customer) => customer.id === id);
      const changed = { name: "Other", email: "ANNA@acme.example", city: "Bonn", phone: "1" };
      assert.partialDeepStrictEqual(after, done.updated === 1 ? changed : acme);
      assert.equal((await customers()).length, 1 + done.created);
    }
  });

  test("rows that update the same customer, or an earlier row, are merged into one change", async () => {
    const { team, app, place, customers } = await start();
    await team.call("customers_create", { name: "Acme", email: "anna@acme.example" });
    const lines = ["Acme,anna@acme.example,1,", "Acme,anna@acme.example,,Bonn"];
    const news = ["New,new@x.example,2,", "New,new@x.example,,Kiel"];
    const file = ["Name,E-mail,Phone,City", ...lines, ...news].join("\n");
    const done = await app.upload(IMPORT, { ...place, onEmail: "update" }, file);
    assert.partialDeepStrictEqual(done, { created: 1, updated: 1, skipped: 0 });
    const all = await customers();
    assert.deepEqual(
      new Set(all.map(({ name, phone, city }) => `${name} ${phone} ${city}`)),
      new Set(["Acme 1 Bonn", "New 2 Kiel"]),
    );
  });

  test("an import that would do something else than its preview is refused, and nothing is written", async () => {
    const { team, app, place, preview } = await start();
    const { fingerprint } = await preview(FILE);
    await team.call("customers_create", { name: "New", email: "eva@mueller.example" });
    const refused = await app.refused(IMPORT, { ...place, fingerprint, file: FILE });
    assert.partialDeepStrictEqual(refused, { status: 409, code: "changed_meanwhile" });
  });

  test("a file that is no CSV is refused, as is the import of one without names or addresses", async () => {
    const { app, place, preview } = await start();
    const refuse = async (path: typeof PREVIEW | typeof IMPORT, file: string) => {
      const refused = await app.refused(path, { ...place, file });
      assert.partialDeepStrictEqual(refused, { status: 422, at: ["/file"] });
    };
    for (const file of ["", 'Name,E-mail\n"A'])
      for (const path of [PREVIEW, IMPORT] as const) await refuse(path, file);
    for (const [file, missing] of [
      ["Name,City\nA,B\n", ["email"]],
      ["E-mail\na@b.example\n", ["name"]],
      ["City\nBonn\n", ["name", "email"]],
    ] as const) {
      await refuse(IMPORT, file);
      assert.partialDeepStrictEqual(await preview(file), { missing, created: 0, broken: 1 });
    }
  });

  test("a column becomes what is chosen for it, and what it was guessed to be goes to no other", async () => {
    const { app, place, preview, customers } = await start();
    const file =
      "Name,Trading name,Post,Ort\nEva,Müller GmbH,eva@mueller.example,Köln\n,,,\nJan,,jan@x.example,Ulm\n";
    const guess = await preview(file);
    assert.deepEqual(guess.missing, ["email"]);
    assert.deepEqual(guess.columns, [
      { title: "Name", field: "name", guessed: "name", values: ["Eva", "Jan"] },
      { title: "Trading name", field: null, guessed: null, values: ["Müller GmbH"] },
      {
        title: "Post",
        field: null,
        guessed: null,
        values: ["eva@mueller.example", "jan@x.example"],
      },
      { title: "Ort", field: "city", guessed: "city", values: ["Köln", "Ulm"] },
    ]);
    const columns = ["1:contact", "2:name", "3:email", "4:none"];
    const chosen = await preview(file, { columns });
    assert.deepEqual(
      chosen.columns.map(({ field, guessed }) => [field, guessed]),
      [
        ["contact", "name"],
        ["name", null],
        ["email", null],
        [null, "city"],
      ],
    );
    const { fingerprint } = chosen;
    assert.notEqual(fingerprint, guess.fingerprint);
    const stale = { ...place, columns, fingerprint: guess.fingerprint, file };
    assert.equal((await app.refused(IMPORT, stale)).code, "changed_meanwhile");
    const done = await app.upload(IMPORT, { ...place, columns, fingerprint }, file);
    assert.equal(done.created, chosen.created);
    assert.deepEqual(
      new Set((await customers()).map(({ name, contact, city }) => `${name} ${contact} ${city}`)),
      new Set(["Müller GmbH Eva null", "Jan Jan null"]),
    );
  });

  test("a field moves to the column that gets it, and no field is chosen twice", async () => {
    const { app, place, preview } = await start();
    const file = "Name,Firm,E-mail\nEva,Acme,eva@x.example\n";
    const { rows, columns } = await preview(file, { columns: ["2:name"] });
    assert.equal(rows[0]?.name, "Acme");
    assert.deepEqual(
      columns.map(({ field }) => field),
      [null, "name", "email"],
    );
    for (const columns of [["1:name", "2:name"], ["1:name", "1:email"], ["1:nonsense"]]) {
      const refused = await app.refused(PREVIEW, { ...place, columns, file });
      assert.partialDeepStrictEqual(refused, { status: 422, at: ["/columns"] });
    }
  });

  test("each column is guessed to be one field: Nome beside Cognome is a person's first name", async () => {
    const { preview } = await start();
    const { columns, rows } = await preview(
      "Nome,Cognome,Billing email\nAda,Bianchi,ada@x.example\n",
    );
    assert.deepEqual(
      columns.map(({ field }) => field),
      ["first_name", "last_name", "email"],
    );
    assert.equal(rows[0]?.name, "Ada Bianchi");
  });

  test("more tags than a team can have refuse the whole import", async () => {
    const { app, place } = await start();
    const rows = Array.from(
      { length: 11 },
      (_, row) =>
        `C${row},${row}@x.example,${Array.from({ length: 100 }, (_, tag) => `t${row}-${tag}`).join("|")}`,
    );
    const file = ["Name,E-mail,Tags", ...rows].join("\n");
    assert.equal((await app.refused(IMPORT, { ...place, file })).code, "too_many");
  });

  test("what an export saves is imported as the same, formulas and line breaks included", async () => {
    const { team, app, place, customers } = await start();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const full = {
      name: '=Acme, "Sons"',
      email: "anna@acme.example",
      phone: "+49 221 1",
      note: "two\nlines; -1",
      countryCode: "DE",
      country: "Germany",
      default_payment_terms: 30,
      preferred_currency: "CHF",
      website: "https://acme.example/",
      billingEmail: "a@acme.example, b@acme.example",
      contact: "@anna",
    };
    await team.call("customers_create", { ...full, tag_ids: [tag.id] });
    const { id } = await team.call("customers_create", { name: "Old", email: "old@x.example" });
    await team.call("customers_update", { id, is_archived: true });
    const { body, status } = await app.attempt(EXPORT, place);
    assert.equal(status, 200);
    assert.match(body, /'=Acme/);
    assert.doesNotMatch(body, /old@x/);
    const other = await start();
    await other.app.upload(IMPORT, other.place, body);
    const [imported, ...more] = await other.customers();
    assert.equal(more.length, 0);
    assert.partialDeepStrictEqual(imported, full);
    assert.equal(imported.tags[0].name, "Wholesale");
    assert.deepEqual((await customers()).length, 2);
  });

  async function start() {
    const team = await world.team();
    const app = await WebApp.of(team);
    const place = { team: team.id };
    return {
      team,
      app,
      place,
      preview: (file: string | Uint8Array, choices: Choices = {}) =>
        app.upload(PREVIEW, { ...place, ...choices }, file),
      customers: () => customersOf(team),
    };
  }

  async function customersOf(team: Team): Promise<any[]> {
    const rows = await team.rows("customers_list", { limit: 100 });
    return Promise.all(rows.map(({ id }) => team.call("customers_get", { id })));
  }
});
