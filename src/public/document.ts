import { html } from "hono/html";
import type { InvoiceBody } from "../domains/invoices/invoice-body.ts";
import {
  capital,
  columnAmount,
  hasCode,
  invoiceTaxName,
  WORDS,
  writtenDecimal,
  writtenMoney,
  writtenPercent,
  writtenPrice,
} from "../domains/invoices/pdf/languages.ts";
import { countryLine, postalLines } from "../domains/invoices/pdf/postal-address.ts";
import { drawnText } from "../domains/invoices/pdf/text.ts";
import {
  listsTaxes,
  writtenFacts,
  writtenRate,
  writtenSums,
  writtenTaxIn,
  writtenTitle,
} from "../domains/invoices/written-body.ts";
import type { Html } from "../site/layout.ts";
import { PAGE_WORDS } from "./words.ts";

/** All that a document says. */
export function document(body: InvoiceBody): Html {
  const { language, seller, buyer, note } = body;
  const words = PAGE_WORDS[language];
  return html`<article class="document" aria-label="${writtenTitle(body)}">
    <div class="parties">
      ${party(words.from, sellerLines(body))}
      ${party(words.to, [buyer.name, ...postalLines(buyer), ...countryLine(buyer, body)])}
      <dl class="facts">
        ${writtenFacts(body).map(
          ([label, text]) =>
            html`<div>
              <dt>${label}</dt>
              <dd>${said(text)}</dd>
            </div>`,
        )}
      </dl>
    </div>
    ${linesTable(body)}
    <div class="totals">
      ${sumList(writtenSums(body))}
      <p class="total">
        <span>${WORDS[language].total}</span>
        <span>${writtenMoney(language, body.total_minor, body.currency)}</span>
      </p>
      ${taxIn(body)}
    </div>
    ${taxTable(body)} ${note === null ? "" : html`<p class="long">${said(note)}</p>`}
    ${seller.legal_text === null ? "" : html`<p class="long small">${said(seller.legal_text)}</p>`}
  </article>`;
}

function sellerLines(body: InvoiceBody): readonly string[] {
  const { seller, language } = body;
  const words = WORDS[language];
  return [
    seller.name,
    ...postalLines(seller),
    ...countryLine(seller, body),
    seller.contact,
    seller.phone,
    seller.email,
    seller.vat_number === null ? null : `${words.vatNumber} ${seller.vat_number}`,
    seller.tax_number === null ? null : `${words.taxNumber} ${seller.tax_number}`,
    seller.registration,
  ].filter((line) => line !== null);
}

function party(label: string, [name = "", ...lines]: readonly string[]): Html {
  return html`<div>
    <h2 class="name">${label}</h2>
    <address>
      <strong>${said(name)}</strong>
      ${lines.map((line) => html`<span>${said(line)}</span>`)}
    </address>
  </div>`;
}

/** Rows are stacked where the page is narrow. */
function linesTable(body: InvoiceBody): Html {
  const { language, currency, lines } = body;
  const words = WORDS[language];
  const tax = invoiceTaxName(body);
  const code = hasCode(currency) ? ` (${currency})` : "";
  const amount = `${words.amount}${code}`;
  const hasTax = lines.some((line) => line.tax !== null);
  return html`<table class="lines">
    <caption class="sr-only">
      ${PAGE_WORDS[language].lines}
    </caption>
    <thead class="sr-only-narrow">
      <tr>
        <th scope="col">${words.description}</th>
        <th scope="col">${words.quantity}</th>
        <th scope="col">${words.price}${code}</th>
        ${hasTax ? html`<th scope="col">${capital(tax)}</th>` : ""}
        <th scope="col">${body.prices_include_tax ? words.including(amount, tax) : amount}</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map((line) => tableRow(line, body, hasTax))}
    </tbody>
  </table>`;
}

function tableRow(line: InvoiceBody["lines"][number], body: InvoiceBody, hasTax: boolean): Html {
  const { language, currency } = body;
  const { name, description, quantity, unit, price, discount_minor, amount_minor } = line;
  return html`<tr>
    <th scope="row">
      ${said(name)}
      ${description === null ? "" : html`<span class="long">${said(description)}</span>`}
    </th>
    <td class="quantity">
      ${writtenDecimal(language, quantity)}${unit === null ? "" : html` ${said(unit)}`}
    </td>
    <td class="price">${writtenPrice(language, price, currency)}</td>
    ${hasTax ? html`<td class="rate">${writtenRate(line.tax, body)}</td>` : ""}
    <td class="amount">
      ${columnAmount(language, amount_minor, currency)}
      ${discount_minor === 0 ? "" : html`<span class="off">${discountOf(line, body)}</span>`}
    </td>
  </tr>`;
}

/** `Rabatt 10 %`, or the amount that is taken off. */
function discountOf(
  { discount, discount_minor }: InvoiceBody["lines"][number],
  { language, currency }: InvoiceBody,
): string {
  const isPercent = discount !== null && "bp" in discount;
  const written = isPercent
    ? writtenPercent(language, discount.bp)
    : columnAmount(language, discount_minor, currency);
  return `${WORDS[language].discount} ${written}`;
}

function taxIn(body: InvoiceBody): Html {
  const written = writtenTaxIn(body);
  if (written === null) return html``;
  return html`${sumList([written.row])}
    <p class="small">${written.rate}</p>`;
}

function taxTable(body: InvoiceBody): Html {
  if (!listsTaxes(body)) return html``;
  const { language, currency, taxes } = body;
  const words = WORDS[language];
  const tax = capital(invoiceTaxName(body));
  const hasReasons = taxes.some(({ reason }) => reason !== null);
  return html`<table class="taxes small">
    <caption class="sr-only">
      ${tax}
    </caption>
    <thead>
      <tr>
        <th scope="col">${words.rate}</th>
        <th scope="col">${words.taxable}</th>
        <th scope="col">${tax}</th>
        ${hasReasons ? html`<th class="long" scope="col">${words.reason}</th>` : ""}
      </tr>
    </thead>
    <tbody>
      ${taxes.map(
        (group) =>
          html`<tr>
            <th scope="row">${writtenRate(group, body)}</th>
            <td>${writtenMoney(language, group.net_minor, currency)}</td>
            <td>${writtenMoney(language, group.tax_minor, currency)}</td>
            ${hasReasons ? html`<td class="long">${said(group.reason ?? "")}</td>` : ""}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Text that somebody wrote, as the PDF has it. Isolated, it cannot turn around the words beside it. */
export function said(text: string): Html {
  return html`<bdi>${drawnText(text)}</bdi>`;
}

export function sumList(rows: readonly (readonly [string, string])[]): Html {
  return html`<dl class="sums">
    ${rows.map(
      ([name, amount]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${amount}</dd>
        </div>`,
    )}
  </dl>`;
}
