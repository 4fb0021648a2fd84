import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { commitImport } from "../src/domains/imports/commit-import.ts";
import {
  type ImportFile,
  parseImportOptions,
  readImportFile,
} from "../src/domains/imports/import-file.ts";
import { type ImportPlan, planImport } from "../src/domains/imports/plan-import.ts";
import { previewImport } from "../src/domains/imports/preview-import.ts";
import { readFile } from "../src/domains/imports/read/read-file.ts";
import { dayIn } from "../src/shared/time.ts";
import type { Team } from "./app.ts";
import { type Books, ownerContext } from "./transactions.ts";

const PREVIEW = "POST /api/teams/:team/imports/preview";
const IMPORT = "POST /api/teams/:team/imports";

export type Line = { readonly date: string; readonly minor: number; readonly text: string };

/** A bank's CSV file with these lines. */
export function csvOf(lines: readonly Line[], above = ""): string {
  const rows = lines.map(({ date, minor, text }) => `${date};${text};${(minor / 100).toFixed(2)}`);
  return `${above}date;payee;amount\n${rows.join("\n")}\n`;
}

/** An OFX file with these lines, and ids of the bank. */
export function ofxOf(lines: readonly Entry[]): string {
  const rows = lines.map(
    ({ date, minor, text, id }) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${date.replaceAll("-", "")}<TRNAMT>${(minor / 100).toFixed(2)}<FITID>${id}<NAME>${text}</STMTTRN>`,
  );
  return `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKTRANLIST>${rows.join("\n")}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
}

type Entry = Line & { readonly id: string };

/** An OFX file with statements of several accounts. */
export function ofxAccounts(
  accounts: readonly { readonly number: string; readonly lines: readonly Entry[] }[],
): string {
  const statements = accounts.map(({ number, lines }) => {
    const rows = lines.map(
      ({ date, minor, text, id }) =>
        `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${date.replaceAll("-", "")}<TRNAMT>${(minor / 100).toFixed(2)}<FITID>${id}<NAME>${text}</STMTTRN>`,
    );
    return `<STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>100<ACCTID>${number}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${rows.join("\n")}</BANKTRANLIST></STMTRS></STMTTRNRS>`;
  });
  return `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1>${statements.join("\n")}</BANKMSGSRSV1></OFX>`;
}

/** A statement (053) or a notification (054) of these bookings, each with the bank's reference. */
export function camtOf(kind: "053" | "054", entries: readonly Entry[]): string {
  const name = kind === "053" ? "Stmt" : "Ntfctn";
  const outer = kind === "053" ? "BkToCstmrStmt" : "BkToCstmrDbtCdtNtfctn";
  const rows = entries.map(
    ({ date, minor, text, id }) =>
      `<Ntry><Amt Ccy="EUR">${(Math.abs(minor) / 100).toFixed(2)}</Amt><CdtDbtInd>${minor < 0 ? "DBIT" : "CRDT"}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt><AcctSvcrRef>${id}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><${minor < 0 ? "Cdtr" : "Dbtr"}><Nm>${text}</Nm></${minor < 0 ? "Cdtr" : "Dbtr"}></RltdPties></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.02"><${outer}><GrpHdr><MsgId>M1</MsgId></GrpHdr><${name}><Id>1</Id><Acct><Id><Othr><Id>1111222233</Id></Othr></Id><Ccy>EUR</Ccy></Acct>${rows.join("")}</${name}></${outer}></Document>`;
}

type ByVerb = { readonly account: string; readonly options?: object };

/** Reads a file in the test's own thread, which takes less time than a thread for each file. */
export async function fileOf(
  { world }: Team,
  file: string | Uint8Array,
  {
    currency = "EUR",
    options = {},
  }: { readonly currency?: string; readonly options?: object } = {},
): Promise<ImportFile> {
  const bytes = Buffer.from(file);
  const parsed = parseImportOptions(JSON.stringify(options));
  const { answers } = parsed;
  const today = dayIn("UTC", world.now);
  return {
    name: "bank.txt",
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    read: await readFile(bytes, { currency, isCard: false, today, answers }),
    options: parsed,
  };
}

type Imported<Event> = {
  readonly plan: ImportPlan;
  readonly event: Event;
  readonly imports: readonly string[];
};

/** Imports a file by the verbs. Its plan must be without questions and errors, and with something to write. */
export async function importByVerb(
  team: Team,
  file: string | Uint8Array,
  by: ByVerb,
): Promise<Imported<string>> {
  const { event, ...imported } = await importWhatIsNew(team, file, by);
  return { ...imported, event: event ?? assert.fail("there is nothing to import") };
}

/** Imports a file by the verbs, or only plans it where it has nothing new. */
export async function importWhatIsNew(
  team: Team,
  file: string | Uint8Array,
  { account, options }: ByVerb,
): Promise<Imported<string | null>> {
  team.world.pass(1000);
  const context = ownerContext(team);
  const found = await fileOf(team, file, options === undefined ? {} : { options });
  const plan = await planImport(context, found, account);
  const open = found.options.skip_errors ? [] : found.read.errors;
  const isClear = plan.questions.length + open.length === 0;
  assert.ok(isClear, JSON.stringify([plan.questions, found.read.errors]));
  if (plan.hash === null) return { plan, event: null, imports: [] };
  return { plan, ...(await commitImport(context, found, { account, hash: plan.hash })) };
}

/** Imports a file twice by the verb. @returns id of the second import, which only states a balance */
export async function importTwice(team: Team, account: string): Promise<string> {
  const lines = [{ date: "2026-11-03", minor: -420, text: "Bakery" }];
  const imported: string[] = [];
  for (const [name, above] of [
    ["november.csv", ""],
    ["november again.csv", "Closing balance 2026-11-03;100.00\n"],
  ] as const) {
    const context = ownerContext(team);
    const bytes = Buffer.from(csvOf(lines, above));
    const file = await readImportFile(context, { account, name, bytes }, parseImportOptions(""));
    const { hash } = await previewImport(context, file, account);
    assert.ok(hash !== null);
    const { imports } = await commitImport(context, file, { account, hash });
    imported.push(...imports);
  }
  return imported.at(-1) ?? assert.fail("nothing was imported");
}

export type Options = {
  readonly account?: string;
  readonly file_name?: string;
  readonly options?: object;
  readonly hash?: string;
};

/** Imports files into the account of books, as the web app does. */
export class Importing {
  readonly books: Books;

  constructor(books: Books) {
    this.books = books;
  }

  async send(path: string, file: string, { account, options = {}, ...more }: Options = {}) {
    const { team, app, account: own } = this.books;
    const encoded = Buffer.from(JSON.stringify(options)).toString("base64url");
    const input = {
      team: team.id,
      account: account ?? own,
      file_name: "bank.csv",
      options: encoded,
      ...more,
    };
    return app.sendFile(path, input, Buffer.from(file));
  }

  async preview(file: string, options: Options = {}) {
    const { status, body } = await this.send(PREVIEW, file, options);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  async commit(file: string, options: Options) {
    this.books.team.world.pass(1000);
    return this.send(IMPORT, file, options);
  }

  /** Previews and imports. */
  async run(file: string, options: Options = {}) {
    const { hash } = await this.preview(file, options);
    assert.ok(hash !== null);
    const { status, body } = await this.commit(file, { ...options, hash });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  /** Counts of the plan's actions. */
  async counts(file: string, options: Options = {}) {
    const { accounts } = await this.preview(file, options);
    const counts: Record<string, { count: number }> = accounts[0]?.counts ?? {};
    return Object.fromEntries(
      Object.entries(counts).flatMap(([action, { count }]) => (count > 0 ? [[action, count]] : [])),
    );
  }

  /** Transactions as day, amount and name, by day and name. */
  async rows(): Promise<readonly string[]> {
    const { team } = this.books;
    const rows = await team.world.database.reader
      .selectFrom("transactions")
      .select(["date", "amount_minor", "name", "status"])
      .where("team_id", "=", team.id)
      .execute();
    return rows
      .map(({ date, amount_minor, name, status }) => `${date} ${amount_minor} ${name} ${status}`)
      .toSorted();
  }

  /** Removes an import as a person does who has seen the numbers. */
  async remove(id: string) {
    const { team, app } = this.books;
    const of = { team: team.id, id };
    const { counts } = await app.ask("GET /api/teams/:team/imports/:id/removal", of);
    team.world.pass(1000);
    return app.ask("DELETE /api/teams/:team/imports/:id", { ...of, counts });
  }

  async undo(event: string) {
    const { team, app } = this.books;
    return app.attempt("POST /api/teams/:team/activity/:id/undo", { team: team.id, id: event });
  }
}
