import assert from "node:assert/strict";
import type { Books } from "./transactions.ts";

const PREVIEW = "POST /api/teams/:team/imports/preview";
const IMPORT = "POST /api/teams/:team/imports";

export type Line = { readonly date: string; readonly minor: number; readonly text: string };

/** A bank's CSV file with these lines. */
export function csvOf(lines: readonly Line[], above = ""): string {
  const rows = lines.map(({ date, minor, text }) => `${date};${text};${(minor / 100).toFixed(2)}`);
  return `${above}date;payee;amount\n${rows.join("\n")}\n`;
}

/** An OFX file with these lines, and ids of the bank. */
export function ofxOf(lines: readonly (Line & { readonly id: string })[]): string {
  const rows = lines.map(
    ({ date, minor, text, id }) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${date.replaceAll("-", "")}<TRNAMT>${(minor / 100).toFixed(2)}<FITID>${id}<NAME>${text}</STMTTRN>`,
  );
  return `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKTRANLIST>${rows.join("\n")}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
}

export type Options = {
  readonly account?: string;
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

  async undo(event: string) {
    const { team, app } = this.books;
    return app.attempt("POST /api/teams/:team/activity/:id/undo", { team: team.id, id: event });
  }
}
