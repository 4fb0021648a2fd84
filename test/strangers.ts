import assert from "node:assert/strict";
import { Failure } from "../src/core/errors.ts";
import { commitImport } from "../src/domains/imports/commit-import.ts";
import { planImport } from "../src/domains/imports/plan-import.ts";
import { renewInboxAddress, tokenOf } from "../src/domains/inbox/inbox-address.ts";
import { receiveMail } from "../src/domains/inbox/receive-mail.ts";
import type { PaperReader } from "../src/reading/reader-process.ts";
import { INBOX_DOMAIN, type Team } from "./app.ts";
import { addAccount } from "./bank-accounts.ts";
import { camt, camtEntry } from "./bank-files.ts";
import { ciiInvoice } from "./e-invoices.ts";
import { fileOf } from "./imports.ts";
import { mailedInvoice } from "./mailed-invoices.ts";
import { jobsWith, worked } from "./outbox.ts";
import { mailOf, UPLOAD } from "./papers.ts";
import { addRule, containing } from "./rules.ts";
import { ownerContext } from "./transactions.ts";
import { WebApp } from "./web.ts";

/** Begins whatever strangers write. The two tags of Unicode in it are seen in no font. */
export const STRANGE = "strangeword";
const HIDDEN = "\u{e0070}\u{e0061}";

const PLANTED = `Strangeword${HIDDEN}`;

/** Each way by which words of strangers reach a team. */
export type Way = "bank" | "mail" | "paper" | "e_invoice" | "mail_server";

/** Lets words of strangers reach a team in each way. @returns ids of the new records, by the kinds that examples name */
export async function letStrangersIn(team: Team, reader: PaperReader) {
  const account = await addAccount(team, { name: "Of strangers", number: null });
  const file = { ...(await fileOf(team, bankFile())), name: "Strangeword bank.xml" };
  const { hash } = await planImport(ownerContext(team), file, account);
  await commitImport(ownerContext(team), file, { account, hash: hash ?? assert.fail("no plan") });
  const sent_invoice = await mailedInvoice(team);
  await mailReceipt(team);
  const app = await WebApp.of(team);
  const at = { team: team.id, to: "inbox" as const };
  await app.upload(UPLOAD, { ...at, name: `${PLANTED} paper.txt` }, PAPER);
  const xml = ciiInvoice({ number: "strangeword e_invoice 7", gross: "119.00" }).replace(
    "Muster &amp; Söhne GmbH",
    `${PLANTED} e_invoice GmbH`,
  );
  const invoice = await app.upload(UPLOAD, { ...at, name: "Strangeword e-invoice.xml" }, xml);
  await worked(team.world, jobsWith(REFUSING, reader));
  const { items } = await team.call("transactions_list", { bank_account_id: account, limit: 100 });
  const idOn = (date: string): string =>
    items.find((row: { date: string }) => row.date === date)?.id ?? assert.fail(date);
  const rule = await addRule(team, {
    name: "Strangers",
    conditions: containing("nothing like it"),
  });
  return {
    bank_account: account,
    transaction: idOn("2026-10-20"),
    other_transaction: idOn("2026-10-20"),
    spending: [idOn("2026-09-03"), idOn("2026-10-03")],
    rule: rule.id,
    invoice: sent_invoice,
    sent_invoice,
    document: invoice.document.id,
    inbox_item: invoice.item_id ?? assert.fail("the e-invoice is not in the inbox"),
  };
}

const PAPER = `${PLANTED} paper GmbH
Invoice strangeword paper 8
Date: 30.10.2026
A sentence of the strangeword paper that tells nothing at all
Total EUR 29.00`;

function bankFile(): string {
  const entry = (date: string, amount: string, sign: "CRDT" | "DBIT", id: string) => {
    const party = sign === "DBIT" ? "Cdtr" : "Dbtr";
    return camtEntry({
      amount,
      sign,
      dates: `<BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>`,
      rest: `<AcctSvcrRef>${id}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>Strangeword bank ${id}</EndToEndId></Refs>
        <RltdPties><${party}><Nm>${PLANTED} bank ${sign}</Nm></${party}></RltdPties>
        <RmtInf><Ustrd>${PLANTED} bank, invoice 7</Ustrd></RmtInf></TxDtls></NtryDtls>`,
    });
  };
  return camt(
    [
      entry("2026-08-03", "29.00", "DBIT", "A"),
      entry("2026-09-03", "29.00", "DBIT", "B"),
      entry("2026-10-03", "29.00", "DBIT", "C"),
      entry("2026-11-03", "119.00", "DBIT", "D"),
      entry("2026-10-20", "190.00", "CRDT", "E"),
    ].join(""),
  ).replace("<IBAN>DE96999900000001234567</IBAN>", "<Othr><Id>77</Id></Othr>");
}

async function mailReceipt(team: Team): Promise<void> {
  const context = { ...ownerContext(team), inboxDomain: INBOX_DOMAIN, tool: "test" };
  const { address } = await renewInboxAddress(context);
  const token = tokenOf(context, address ?? "") ?? assert.fail("there is no address");
  const mail = mailOf(
    [
      { type: "text/plain", body: `${PLANTED} mail in the text` },
      {
        type: "text/plain",
        name: "Strangeword mail.txt",
        body: "Strangeword mail AG\nInvoice 12\nDate: 29.10.2026\nTotal EUR 77.00",
        disposition: "attachment",
      },
    ],
    "Strangeword mail subject",
  );
  const bytes = Buffer.from(
    mail.toString("latin1").replace("From: Muster Shop", "From: Strangeword mail sender"),
    "latin1",
  );
  const outcome = await receiveMail(context, {
    token,
    returnPath: "billing@muster.example",
    chunks: inOne(bytes),
  });
  assert.equal(outcome, "kept");
}

async function* inOne(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** Refuses each mail in words of its own. */
const REFUSING = {
  send: async () => {
    const reason = `The mail server refused the mail: 550 ${PLANTED} mail_server`;
    throw new Failure({ reason, isFinal: true });
  },
};
