import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isInert, textOf } from "../../../test/html.ts";
import { Refusal } from "../../core/errors.ts";
import { INVOICE_LANGUAGES, type InvoiceBody } from "./invoice-body.ts";
import {
  filledMail,
  MAIL_KINDS,
  MAIL_NAMES,
  mailHtml,
  mailTemplate,
  mailValues,
} from "./mail-texts.ts";

const BUYER: InvoiceBody["buyer"] = {
  name: "Acme GmbH",
  address: [],
  zip: null,
  city: null,
  state: null,
  country_code: "DE",
  vat_number: null,
  email: null,
};
const SAID = {
  language: "de",
  number: "INV-2026-0042",
  buyer: BUYER,
  total_minor: 137_498,
  currency: "EUR",
  due_date: "2026-12-21",
} as const;
const PLACE = { team: "Müller & Söhne", link: null };
const NB = "\u00a0";

test("a mail says number, total and due date in the document's language, without a line for what there is not", () => {
  const mail = filledMail(mailTemplate({}, "invoice", "de"), mailValues(SAID, PLACE));
  assert.deepEqual(mail, {
    subject: "Rechnung INV-2026-0042 von Müller & Söhne",
    text: `Guten Tag,\n\nanbei erhalten Sie die Rechnung INV-2026-0042 über 1.374,98${NB}€.\nBitte zahlen Sie bis zum 21.12.2026.\n\nMit freundlichen Grüßen\nMüller & Söhne`,
  });
});

for (const language of INVOICE_LANGUAGES)
  for (const kind of MAIL_KINDS)
    test(`the text of a mail (${kind}, ${language}) is filled whole`, () => {
      const said = { ...SAID, language, due_date: kind === "invoice" ? SAID.due_date : null };
      const link = "https://books.example/i/x";
      const { subject, text } = filledMail(
        mailTemplate({}, kind, language),
        mailValues(said, { ...PLACE, link }),
      );
      assert.ok(subject.includes("INV-2026-0042"));
      assert.ok(text.endsWith("\nMüller & Söhne") && !/[{}]|null|\n{3}/.test(text), text);
      assert.equal(text.includes(link), kind !== "canceled");
      assert.equal(/2026/.test(text.replace("INV-2026-0042", "")), kind === "invoice");
    });

test("a team's own template takes the place of the house's, for its kind and language alone", () => {
  const own = { subject: "{number}", text: "{customer}, {total}" };
  const texts = { "invoice.de": own };
  assert.deepEqual(filledMail(mailTemplate(texts, "invoice", "de"), mailValues(SAID, PLACE)), {
    subject: "INV-2026-0042",
    text: `Acme GmbH, 1.374,98${NB}€`,
  });
  assert.match(mailTemplate(texts, "invoice", "en").subject, /^Invoice/);
  assert.match(mailTemplate(texts, "canceled", "de").subject, /storniert/);
});

describe("a name that is none is refused with those there are", () => {
  for (const [subject, text, path, shown] of [
    ["{nummer}", "", "subject", '"{nummer}"'],
    ["{number}", "Dear {Customer}", "text", '"{Customer}"'],
    ["{number}", "{}", "text", '"{}"'],
    ["{number}", "{toString}", "text", '"{toString}"'],
  ] as const)
    test(`${subject} ${text}`, () => {
      assert.throws(
        () => filledMail({ subject, text }, mailValues(SAID, PLACE)),
        (error) => {
          assert.ok(error instanceof Refusal);
          assert.deepEqual([error.code, error.path], ["invalid_argument", path]);
          assert.ok(error.message.startsWith(shown), error.message);
          for (const name of MAIL_NAMES) assert.ok(error.next.includes(`{${name}}`));
          return true;
        },
      );
    });
});

test("a subject that would be empty is refused", () => {
  const values = mailValues(SAID, { ...PLACE, link: null });
  assert.throws(
    () => filledMail({ subject: "See {link}", text: "" }, values),
    (error) => error instanceof Refusal && error.path === "subject" && /empty/.test(error.message),
  );
});

describe("a hostile name", () => {
  const hostile = `{link} {number} $& \r\nBcc: eve@example.com\u2028\u202e<script>alert(1)</script>"&amp;`;
  const clean = `{link} {number} $& Bcc: eve@example.com <script>alert(1)</script>"&amp;`;
  const values = mailValues(
    { ...SAID, buyer: { ...BUYER, name: hostile } },
    { team: hostile, link: "https://books.example/i/secret" },
  );

  test("is filled in once, on one line, and stays text", () => {
    const template = { subject: "{customer} {team}", text: "{customer}\n{team}" };
    assert.deepEqual(filledMail(template, values), {
      subject: `${clean} ${clean}`,
      text: `${clean}\n${clean}`,
    });
  });

  test("is text in HTML too, which says the same", async () => {
    const { text } = filledMail({ subject: "x", text: "Hello {customer},\n\none\ntwo" }, values);
    const page = await mailHtml("en", text);
    assert.ok(isInert(page) && page.includes("&lt;script&gt;") && page.includes("&amp;amp;"));
    assert.match(page, /<p>one<br \/>two<\/p>/);
    assert.equal(textOf(page), text.replaceAll(/\s+/g, " "));
  });
});
