import { html } from "hono/html";
import { drawnCode, epcText } from "../domains/invoices/epc-code.ts";
import type { InvoiceBody } from "../domains/invoices/invoice-body.ts";
import { WORDS, writtenDay, writtenMoney } from "../domains/invoices/pdf/languages.ts";
import type { PublicInvoice } from "../domains/invoices/public-invoice.ts";
import { isWebAddress, writtenPayment, writtenTitle } from "../domains/invoices/written-body.ts";
import { fontHref, iconHref, stylesheet } from "../site/assets.ts";
import { type Html, statusMark } from "../site/layout.ts";
import { document, said, sumList } from "./document.ts";
import { PAGE_WORDS } from "./words.ts";

const styleHref = stylesheet([
  new URL("../site/tokens.css", import.meta.url),
  new URL("../site/fonts.css", import.meta.url),
  new URL("public.css", import.meta.url),
]);

/**
 * A document as its customer sees it: first what is due and how to pay, then what it says.
 * @param path of the page itself
 */
export function invoicePage(found: PublicInvoice, path: string): Html {
  const { body } = found;
  const title = writtenTitle(body);
  return page({
    language: body.language,
    title: `${title} · ${body.seller.name}`,
    body: html`<header class="from">${letterhead(body, path)}</header>
      <main>
        <h1>${title}</h1>
        <div class="first">${standing(found)} ${pdfLink(found, path)}</div>
        ${howToPay(found)} ${document(body)}
      </main>`,
  });
}

/** For every link that opens nothing, so that it does not tell why. The reader's language is not known. */
export function noInvoicePage(): Html {
  return page({
    language: "en",
    title: NOT_HERE.en.title,
    body: html`<main class="message">
      ${Object.entries(NOT_HERE).map(
        ([language, { title, next }], at) =>
          html`<div lang="${language}">
            ${at === 0 ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
            <p>${next}</p>
          </div>`,
      )}
    </main>`,
  });
}

const NOT_HERE = {
  en: {
    title: "This link does not work",
    next: "It was not copied whole, or it was replaced. Ask whoever sent it to you for a new one.",
  },
  de: {
    title: "Dieser Link funktioniert nicht",
    next: "Er wurde nicht vollständig kopiert oder ersetzt. Bitten Sie den Absender um einen neuen.",
  },
  fr: {
    title: "Ce lien ne fonctionne pas",
    next: "Il n’a pas été copié en entier, ou il a été remplacé. Demandez-en un nouveau à l’expéditeur.",
  },
  nl: {
    title: "Deze link werkt niet",
    next: "De link is niet volledig gekopieerd of is vervangen. Vraag de afzender om een nieuwe.",
  },
} as const;

type Page = { readonly language: string; readonly title: string; readonly body: Html };

/** Without the name of the house: what is here is between the seller and the buyer. */
function page({ language, title, body }: Page): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}</title>
        <link rel="stylesheet" href="${styleHref}" />
        <link rel="preload" href="${fontHref}" as="font" type="font/woff2" crossorigin />
        <link rel="icon" href="${iconHref}" type="image/svg+xml" />
      </head>
      <body>
        ${body}
      </body>
    </html> `;
}

function letterhead({ seller, look }: InvoiceBody, path: string): Html {
  if (look.logo_sha256 === null) return html`<p class="seller">${said(seller.name)}</p>`;
  return html`<img class="logo" src="${path}/logo" alt="${seller.name}" />`;
}

/** The amount due with its day, or the reason why nothing is due. */
function standing(found: PublicInvoice): Html {
  const { body, status, due_minor } = found;
  const { language, currency, due_date } = body;
  const words = PAGE_WORDS[language];
  if (due_minor === 0) return settled(found);
  const day = due_date === null ? null : writtenDay(language, due_date);
  const until =
    day === null
      ? ""
      : status === "overdue"
        ? statusMark("warn", words.wasDue(day))
        : html`<p>${words.dueBy(day)}</p>`;
  return html`<div class="standing">
    <p class="name">${words.amountDue}</p>
    <p class="figure">${writtenMoney(language, due_minor, currency)}</p>
    ${until} ${settlement(found)}
  </div>`;
}

function settled(found: PublicInvoice): Html {
  const { body, status, paidOn, to_refund_minor } = found;
  const { language, currency, total_minor } = body;
  const words = PAGE_WORDS[language];
  const [mark, more] =
    status === "issued"
      ? [null, null]
      : status === "canceled"
        ? [statusMark("bad", words.isCanceled), words.doNotPay]
        : status === "refunded"
          ? [statusMark("good", words.isRefunded), words.nothingDue]
          : [statusMark("good", paidWords(language, paidOn)), words.nothingDue];
  return html`<div class="standing">
    <p class="name">${WORDS[language].total}</p>
    <p class="figure">${writtenMoney(language, total_minor, currency)}</p>
    ${mark === null ? "" : html`<p>${mark}</p>`} ${more === null ? "" : html`<p>${more}</p>`}
    ${settlement(found)}
    ${to_refund_minor === 0 ? "" : html`<p>${words.owedBack(writtenMoney(language, to_refund_minor, currency))}</p>`}
  </div>`;
}

function paidWords(language: InvoiceBody["language"], day: string | null): string {
  const words = PAGE_WORDS[language];
  return day === null ? words.isPaid : words.paidOn(writtenDay(language, day));
}

/** Steps from the total to the amount due, where they differ. */
function settlement({ body, credited_minor, paid_minor, refunded_minor }: PublicInvoice): Html {
  const { language, currency, total_minor } = body;
  const words = PAGE_WORDS[language];
  const parts = [
    [words.credited, -credited_minor],
    [words.paid, -paid_minor],
    [words.refunded, refunded_minor],
  ] as const;
  const some = parts.filter(([, minor]) => minor !== 0);
  if (some.length === 0) return html``;
  return sumList(
    [[WORDS[language].total, total_minor] as const, ...some].map(
      ([name, minor]) => [name, writtenMoney(language, minor, currency)] as const,
    ),
  );
}

function pdfLink({ body: { language }, pdf_bytes }: PublicInvoice, path: string): Html {
  const words = PAGE_WORDS[language];
  const size = pdf_bytes === null ? "" : ` (${Math.ceil(pdf_bytes / 1024)} ${words.kilobytes})`;
  return html`<p class="file">
    <a class="button" href="${path}/pdf">${words.download}${size}</a>
  </p>`;
}

/** Bank details while something is due, with the code that fills in the transfer. */
function howToPay({ body, due_minor }: PublicInvoice): Html {
  const { language, currency } = body;
  const rows = writtenPayment(body);
  if (due_minor === 0 || rows.length === 0) return html``;
  const words = PAGE_WORDS[language];
  const amount = writtenMoney(language, due_minor, currency);
  const online = rows.find(({ is, text }) => is === "online" && isWebAddress(text));
  const details = rows.filter((row) => row !== online);
  const code = epcText(body, due_minor);
  return html`<section class="pay" aria-labelledby="pay">
    <h2 id="pay">${words.howToPay}</h2>
    <dl class="details">
      ${details.map(
        ({ is, label, text }) =>
          html`<div>
            <dt>${label}</dt>
            <dd ${COPIED.has(is) ? html`class="copied"` : ""}>${said(text)}</dd>
          </div>`,
      )}
      <div>
        <dt>${WORDS[language].amount}</dt>
        <dd class="copied">${amount}</dd>
      </div>
    </dl>
    ${code === null ? "" : codeFigure(code, WORDS[language].scan)}
    ${online === undefined ? "" : html`<p class="online"><a class="button primary" href="${online.text}" rel="noreferrer">${online.label}</a></p>`}
  </section>`;
}

/** Without a script nothing is copied by a button; one press selects all of these. */
const COPIED: ReadonlySet<string> = new Set(["iban", "bic", "reference"]);

function codeFigure(text: string, words: string): Html {
  const { size, runs } = drawnCode(text);
  const path = runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join("");
  return html`<figure>
    <svg
      class="code"
      viewBox="0 0 ${size} ${size}"
      role="img"
      aria-labelledby="code"
      shape-rendering="crispEdges"
    >
      <rect width="${size}" height="${size}" fill="#fff" />
      <path fill="#000" d="${path}" />
    </svg>
    <figcaption id="code">${words}</figcaption>
  </figure>`;
}
