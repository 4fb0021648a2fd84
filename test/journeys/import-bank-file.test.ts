import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { addAccount } from "../bank-accounts.ts";
import { csvOf, Importing, ofxAccounts, ofxOf } from "../imports.ts";
import { Books } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, press, tabTo } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

const PREVIEW = /\/imports\/preview/;
const BUSY = {
  type: "about:blank",
  status: 503,
  code: "busy",
  title: "The server reads other files.",
  detail: "Send the file again in a few seconds.",
  errors: [],
};

/** Each day is one in either order, and both orders run one way. */
const OPEN = `date;payee;amount;balance
03/02/2026;Blumen Kern;-11.90;988.10
05/04/2026;Weber Bau GmbH & Co. Rohbau und Ausbau KG, Niederlassung Brandenburg an der Havel;250.00;1238.10
06/05/2026;Hetzner Online;-39.00;1199.10
`;

const BROKEN = `date;payee;amount
2026-03-14;Anna Adler;120.00
31.02.2026;Bert Brandt;-5.00
2026-03-21;Cafe Linde;-8.50
`;

/** Two rows are missing, of 3.00 each. */
const GAPS = [
  "date;payee;amount;balance",
  ...Array.from({ length: 24 }, (_, index) => {
    const missing = (index > 5 ? 3 : 0) + (index > 16 ? 3 : 0);
    const day = String(index + 1).padStart(2, "0");
    return `2026-03-${day};Kiosk ${index};-1.00;${(99 - index - missing).toFixed(2)}`;
  }),
  "",
].join("\n");

const APRIL = `date;payee;amount
2026-03-26;Gera Druck;-40.00
2026-03-27;Hof Honig;-6.00
`;

const paid = (amount: string, date: string, status: string) =>
  `date;payee;amount;status\n2026-03-02;Tea Room;-4.00;booked\n${date};Trattoria Roma;${amount};${status}\n`;

/** Longer than its column. */
const LONG = "Savings account of the studio 2026-03-01 to 2026-03-31, second download.csv";

describe("a person imports a file of a bank by keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let chosen = { name: "none", mimeType: "text/plain", buffer: Buffer.alloc(0) };

  before(async () => {
    acme = await Acme.open("/");
    page = acme.olga.page;
    // From the start: Chromium opens its own dialog until it is told not to.
    page.on("filechooser", (chooser) => void chooser.setFiles(chosen));
    await addAccount(acme.team, { name: "Giro", number: null });
    acme.world.pass(1000);
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  async function choose(name: string, text: string): Promise<void> {
    await page.getByLabel("Account of the file").waitFor();
    await tabTo(page, "Choose a bank file");
    chosen = { name, mimeType: "text/plain", buffer: Buffer.from(text) };
    await press(page, "Enter");
  }

  /** Waits until the plan is that of all answers: until then the button does nothing. */
  async function settled(): Promise<void> {
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  }

  async function count(): Promise<number> {
    const { length } = await acme.world.database.reader
      .selectFrom("transactions")
      .select("id")
      .where("team_id", "=", acme.team.id)
      .execute();
    return length;
  }

  test("while the server reads other files, the page says so and sends its own again by itself", async () => {
    let asked = 0;
    await page.route(PREVIEW, async (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill({ status: 503, json: BUSY }) : route.continue();
    });
    await page.goto(`${acme.served.origin}/transactions/import`);
    await choose("waits.csv", APRIL);
    await page.getByText("The server is reading other files").waitFor();
    await page.getByRole("button", { name: "Import 2 transactions" }).waitFor();
    assert.equal(asked, 2);
    assert.equal(await page.getByText("The server is reading other files").count(), 0);
    await page.unroute(PREVIEW);
  });

  test("a preview that is needed no more is given up", async () => {
    const asked = Promise.withResolvers<null>();
    await page.route(PREVIEW, () => asked.resolve(null), { times: 1 });
    await page.goto(`${acme.served.origin}/transactions/import`);
    await choose("left.csv", APRIL);
    await asked.promise;
    const gone = page.waitForEvent("requestfailed", (request) => PREVIEW.test(request.url()));
    await page.getByRole("link", { name: "Home" }).first().click();
    assert.equal((await gone).failure()?.errorText, "net::ERR_ABORTED");
    await page.unroute(PREVIEW);
  });

  test("answers what the file leaves open, sees the plan, imports it and undoes it", async () => {
    await page.goto(`${acme.served.origin}/transactions`);
    await page.getByText("No transactions yet").waitFor();
    await tabTo(page, "Import a file of your bank");
    await press(page, "Enter");
    await page.getByRole("heading", { name: "Import transactions" }).waitFor();
    await inspect(page, "import-start");
    await choose("february.csv", OPEN);
    await page.getByRole("heading", { name: "One question first" }).waitFor();
    await page.getByText("First answer the question above. Then the rows are shown.").waitFor();
    await inspect(page, "import-question");
    await page.locator("input[type=radio]").first().waitFor();
    while (!(await page.evaluate("document.activeElement.type === 'radio'")))
      await press(page, "Tab");
    await press(page, "Space");
    await page.getByRole("button", { name: "Import 3 transactions" }).waitFor();
    await page.getByText("Balance not proved").waitFor();
    await settled();
    await inspect(page, "import-plan");
    await inspectReflow(page, "import-plan");
    assert.equal(await count(), 0);
    await tabTo(page, "Import 3 transactions");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByText("3 transactions imported").waitFor();
    await hasFocus(page, "Result of the import");
    await inspect(page, "import-done");
    const review = page.getByRole("link", { name: "Review what waits" });
    assert.equal(await review.getAttribute("href"), "/transactions/review");
    assert.equal(await count(), 3);
    await tabTo(page, "Undo the import");
    acme.world.pass(1000);
    await page.context().setOffline(true);
    await press(page, "Enter");
    await page.getByText("This device is offline.").waitFor();
    assert.equal(await page.getByText("in the list of imports").count(), 0);
    await page.context().setOffline(false);
    await press(page, "Enter");
    await page.getByText("The import is undone").waitFor();
    await hasFocus(page, /^The import is undone/);
    assert.equal(await count(), 0);
  });

  test("skips rows that cannot be read, and keeps the decision while the server is away", async () => {
    await page.goto(`${acme.served.origin}/transactions/import`);
    await choose("march.csv", BROKEN);
    await page.getByRole("tab", { name: "Errors 1" }).waitFor();
    await inspect(page, "import-errors");
    await tabTo(page, "Skip 1 row that cannot be read");
    await page.context().setOffline(true);
    await press(page, "Space");
    const failure = page.locator("#import-failure");
    await failure.getByText("This device is offline.").waitFor();
    assert.ok(await page.getByLabel("Skip 1 row that cannot be read").isChecked());
    // Back online it is asked for again by itself, and fails once more.
    await page.route("**/imports/preview?*", async (route) => route.abort());
    const asked = page.waitForRequest("**/imports/preview?*");
    await page.context().setOffline(false);
    await asked;
    await failure.getByText("The server cannot be reached.").waitFor();
    await page.unroute("**/imports/preview?*");
    await failure.getByRole("button", { name: "Try again" }).press("Enter");
    await failure.waitFor({ state: "detached" });
    await tabTo(page, "Import 2 transactions");
    await settled();
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByText("2 transactions imported").waitFor();
    assert.equal(await count(), 2);
  });

  test("is told in place why a file is not read", async () => {
    await page.goto(`${acme.served.origin}/transactions/import`);
    await choose("statement.pdf", "%PDF-1.7\n");
    const refused = page.getByRole("alert");
    await refused.waitFor();
    assert.match((await refused.textContent()) ?? "", /PDF/);
    assert.equal(await count(), 2);
  });

  test("makes an account for the part of a file that the team does not have", async () => {
    const file = ofxAccounts([
      { number: "1111222233", lines: [{ date: "2026-03-24", minor: -500, text: "Rye", id: "A1" }] },
      {
        number: "4444555566",
        lines: [{ date: "2026-03-25", minor: 7, text: "Interest", id: "B1" }],
      },
    ]);
    await page.goto(`${acme.served.origin}/transactions/import`);
    await choose("both.ofx", file);
    await page.getByRole("heading", { name: "Other accounts in the file" }).waitFor();
    await inspect(page, "import-others");
    await page.getByRole("combobox", { name: /Account •• 2233/ }).selectOption({ label: "Giro" });
    await page.getByRole("button", { name: "Import 1 transaction" }).waitFor();
    await page.getByRole("button", { name: "Make a new account…" }).last().focus();
    await press(page, "Enter");
    await hasFocus(page, "Name");
    await page.keyboard.type("Savings");
    await press(page, "Enter");
    await page.getByRole("button", { name: "Import 2 transactions" }).waitFor();
    await settled();
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Import 2 transactions" }).focus();
    await press(page, "Enter");
    await page.getByText("2 transactions imported").waitFor();
    assert.equal(await count(), 4);
  });

  test("sees what changed when the books are others than in the preview", async () => {
    await page.goto(`${acme.served.origin}/transactions/import`);
    await choose("april.csv", APRIL);
    await page.getByLabel("Account of the file").selectOption({ label: "Savings, •• 5566" });
    await page.getByRole("button", { name: "Import 2 transactions" }).waitFor();
    await settled();
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(`${acme.served.origin}/transactions/import`);
    await elsewhere.getByLabel("Bank file").setInputFiles({
      name: LONG,
      mimeType: "text/csv",
      buffer: Buffer.from(APRIL.split("\n").slice(0, 2).join("\n")),
    });
    await elsewhere.getByLabel("Account of the file").selectOption({ label: "Savings, •• 5566" });
    acme.world.pass(1000);
    await elsewhere.getByRole("button", { name: "Import 1 transaction" }).click();
    await elsewhere.getByText("1 transaction imported").waitFor();
    await elsewhere.close();
    await page.getByRole("button", { name: "Import 2 transactions" }).focus();
    await press(page, "Enter");
    await page
      .getByText("“New” has 1 row instead of 2. “Already here” has 1 row instead of none.")
      .waitFor();
    await hasFocus(page, /^The books have changed since the preview/);
    await inspect(page, "import-changed");
    await page.getByRole("button", { name: "Import 1 transaction" }).waitFor();
    assert.equal(await count(), 5);
  });

  test("finds the import in the list, removes it, and takes the removal back", async () => {
    await page.goto(`${acme.served.origin}/transactions/imports`);
    await page.getByRole("link", { name: "march.csv" }).waitFor();
    const march = page.getByRole("row").filter({ hasText: "march.csv" });
    const sums = ["+€120.00", "−€8.50"];
    const told = await march.innerText();
    for (const sum of sums) assert.ok(told.includes(sum), told);
    await inspect(page, "imports");
    await inspectReflow(page, "imports");
    await resize(page, { width: 1280, height: 800 });
    const long = page.getByRole("row").filter({ has: page.getByRole("link", { name: LONG }) });
    assert.equal((await long.boundingBox())?.height, 36, "a row has one line");
    const title = (name: string) =>
      page.evaluate(
        `(() => {
          const box = document.querySelector("[title='${name}']").getBoundingClientRect();
          const met = document.elementFromPoint(box.x + 20, box.y + box.height / 2);
          return met.closest("[title]")?.title ?? null;
        })()`,
      );
    assert.equal(await title(LONG), LONG, "the pointer meets the whole name");
    await page.getByRole("button", { name: `Actions for ${LONG}` }).press("Enter");
    await page.getByRole("group", { name: LONG }).getByText(LONG, { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Actions for march.csv" }).focus();
    await chooseItem(page, "Remove…");
    await hasFocus(page, "Cancel");
    await page.getByText("2 transactions will go.").waitFor();
    await inspect(page, "imports-remove");
    await tabTo(page, "Remove the import");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByText("march.csv is removed.").first().waitFor();
    assert.equal(await count(), 3);
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    // The page's own words end with "can be undone.".
    await page.getByText("Undone.", { exact: true }).first().waitFor();
    assert.equal(await count(), 5);
    await page.getByRole("link", { name: "march.csv" }).focus();
    await press(page, "Enter");
    await page.getByText("Anna Adler").waitFor();
    assert.equal(await page.getByText("Rye").count(), 0);
    const totals = await page.locator("tfoot").innerText();
    for (const sum of sums) assert.ok(totals.includes(sum), totals);
  });

  test("is told what keeps an import from being removed, and led there", async () => {
    const books = await Books.of(acme.team, { name: "Reserve", number: null });
    const { items } = await acme.team.call("transactions_list", { q: "Anna Adler" });
    const into = await books.add({
      name: "From Anna",
      date: "2026-03-14",
      amount_minor: -12_000,
    });
    const sides = { team: acme.team.id, id: items[0].id, other_id: into.id };
    await books.app.ask("POST /api/teams/:team/transfers", sides);
    await books.change(into.id, { status: "exported" });
    await page.goto(`${acme.served.origin}/transactions/imports`);
    await page.getByRole("button", { name: "Actions for march.csv" }).focus();
    await chooseItem(page, "Remove…");
    const title = "A transaction that your accountant has keeps it from being removed";
    await page.getByText(title).waitFor();
    await hasFocus(page, "Close");
    assert.equal(await page.getByRole("button", { name: "Remove the import" }).count(), 0);
    await inspect(page, "imports-remove-stopped");
    await page.getByRole("dialog").getByRole("link", { name: "From Anna" }).press("Enter");
    // The address of the transaction opens it in the list.
    await page.waitForURL(new RegExp(`/transactions\\?transaction=${into.id}$`));
    await page.getByRole("heading", { name: "From Anna" }).waitFor();
    const team = acme.team.id;
    await books.change(into.id, { status: "posted" });
    await books.app.ask("POST /api/teams/:team/transfers/unlink", { team, id: into.id });
    const chosen = { ids: [into.id] };
    await books.app.ask("POST /api/teams/:team/transactions/delete", { team, chosen });
  });

  test("books a pending payment with its tip", async () => {
    const account = { label: "Savings, •• 5566" };
    await page.goto(`${acme.served.origin}/transactions/import`);
    await choose("pending.csv", paid("-35.00", "2026-03-03", "pending"));
    await page.getByLabel("Account of the file").selectOption(account);
    await page.getByRole("button", { name: "Import 2 transactions" }).waitFor();
    await settled();
    acme.world.pass(1000);
    await tabTo(page, "Import 2 transactions");
    await press(page, "Enter");
    await page.getByText("2 transactions imported").waitFor();
    await page.goto(`${acme.served.origin}/transactions/import`);
    await choose("booked.csv", paid("-40.00", "2026-03-05", "booked"));
    await page.getByLabel("Account of the file").selectOption(account);
    await page.getByText("It may be the pending one, with a tip or another amount.").waitFor();
    await inspect(page, "import-tip");
    await tabTo(page, "It is the pending one: book that with this amount");
    await press(page, "Space");
    await page.getByRole("tab", { name: "Updated 1" }).waitFor();
    await settled();
    acme.world.pass(1000);
    await tabTo(page, "Import 1 transaction");
    await press(page, "Enter");
    await page.getByText("1 transaction updated").waitFor();
    assert.equal(await count(), 7);
  });

  test("is told each place where the balance does not fit, before the import and on the account", async () => {
    await Books.of(acme.team, { name: "Gaps", number: null });
    await page.goto(`${acme.served.origin}/transactions/import`);
    await choose("gaps.csv", GAPS);
    await page.getByLabel("Account of the file").selectOption({ label: "Gaps" });
    await page.getByText("Balance differs in 2 places").waitFor();
    for (const days of ["6 Mar 2026 to 7 Mar 2026", "17 Mar 2026 to 18 Mar 2026"]) {
      const words = `The balance from ${days} is €3.00 less than the rows between give.`;
      await page.getByText(words).waitFor();
    }
    await inspect(page, "import-differences");
    await settled();
    acme.world.pass(1000);
    await tabTo(page, "Import 24 transactions");
    await press(page, "Enter");
    await page.getByText("24 transactions imported").waitFor();
    await page.goto(`${acme.served.origin}/settings/accounts`);
    const row = page.getByRole("row").filter({ hasText: "Gaps" });
    await row.getByText("differs by €3.00").waitFor();
  });

  test("notes a balance without a new row, and imports nothing where nothing is new", async () => {
    const bank = new Importing(await Books.of(acme.team, { name: "Alone", number: null }));
    const lines = [{ date: "2026-03-04", minor: -1500, text: "Bike shop" }];
    await bank.run(csvOf(lines));
    const stated = csvOf(lines, "Closing balance 2026-03-31;50.00\n");
    for (const name of ["stated.csv", "again.csv"]) {
      await page.goto(`${acme.served.origin}/transactions/import`);
      await choose(name, stated);
      await page.getByLabel("Account of the file").selectOption({ label: "Alone" });
      if (name === "again.csv") break;
      await page.getByRole("button", { name: "Note 1 balance" }).waitFor();
      await settled();
      acme.world.pass(1000);
      await tabTo(page, "Note 1 balance");
      await press(page, "Enter");
      await page.getByText("1 balance noted, no transaction").waitFor();
    }
    await page.getByText("There is nothing to import").waitFor();
    await settled();
    const before = await acme.team.state();
    await tabTo(page, "Import");
    await press(page, "Enter");
    await page.getByText("There is nothing to import").waitFor();
    assert.deepEqual(await acme.team.state(), before);
  });

  test("is led to the later import that is to be removed first", async () => {
    const bank = new Importing(await Books.of(acme.team, { name: "Bikes", number: null }));
    const lines = [{ date: "2026-05-04", minor: -1500, text: "Bike shop" }];
    await bank.run(csvOf(lines), { file_name: "may.csv" });
    const ids = lines.map((line) => ({ ...line, id: "F1" }));
    await bank.run(ofxOf(ids), { file_name: "may.ofx" });
    const dialog = page.getByRole("dialog");
    const remove = dialog.getByRole("button", { name: "Remove the import" });
    await page.goto(`${acme.served.origin}/transactions/imports`);
    await page.getByRole("button", { name: "Actions for may.csv" }).focus();
    await chooseItem(page, "Remove…");
    await page.getByText("A later import changed transactions of this one").waitFor();
    await hasFocus(page, "Close");
    assert.equal(await remove.count(), 0);
    await inspect(page, "imports-remove-later");
    await tabTo(page, "may.ofx");
    await press(page, "Enter");
    await page.getByRole("heading", { name: "Remove may.ofx?" }).waitFor();
    await hasFocus(page, "Cancel");
    await tabTo(page, "Remove the import");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByText("may.ofx is removed.").first().waitFor();
    await page.getByRole("button", { name: "Actions for may.csv" }).focus();
    await chooseItem(page, "Remove…");
    await page.getByRole("heading", { name: "Remove may.csv?" }).waitFor();
    await page.getByText("1 transaction will go.").waitFor();
    await remove.waitFor();
  });

  test("the same file again has its account chosen", async () => {
    const card = await addAccount(acme.team, { name: "Card", number: null });
    await page.goto(`${acme.served.origin}/transactions/import?account=${card}`);
    await choose("card.csv", APRIL);
    const button = page.getByRole("button", { name: "Import 2 transactions" });
    await button.waitFor();
    await settled();
    acme.world.pass(1000);
    await button.press("Enter");
    await page.getByText("2 transactions imported").waitFor();
    await page.goto(`${acme.served.origin}/transactions/import`);
    await choose("unknown.csv", BROKEN);
    await page.getByText("Which account is this file from?").waitFor();
    await page.reload();
    await choose("card.csv", APRIL);
    await page.waitForFunction(
      (id) => Object(globalThis).document.querySelector("main select")?.value === id,
      card,
    );
    await page.goto(`${acme.served.origin}/activity`);
    await page.getByText("imported 2 transactions from card.csv into Card").waitFor();
    await page.goto(`${acme.served.origin}/transactions?account=${card}`);
    await page.getByRole("checkbox", { name: "Select the loaded transactions" }).press("Space");
    await page.getByText("2 transactions selected").waitFor();
    await press(page, "t");
    await page.getByRole("dialog", { name: /2 transactions/ }).waitFor();
    await press(page, "Escape");
  });
});
