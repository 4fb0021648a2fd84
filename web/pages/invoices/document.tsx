import type { InvoiceBody } from "../../../src/domains/invoices/invoice-body.ts";
import { minorDigits } from "../../../src/shared/money.ts";
import { shortDay } from "../../dates.ts";
import { money, majorText } from "../../numbers.ts";
import { percent } from "./editor/decimals.ts";
import { Sum } from "./editor/totals.tsx";
import { TITLES } from "./invoice.ts";
import { countryName, filled, DocumentHead, PaymentBox, spaced } from "./letter.tsx";
import "./paper.css";

type DocumentProps = { readonly body: InvoiceBody };

/** A document as it was sent, to read. */
export function Document({ body }: DocumentProps) {
  const { seller, type, language } = body;
  return (
    <article aria-label={type === "invoice" ? "Invoice" : "Credit note"} className="invoice-paper">
      <DocumentHead
        action={null}
        seller={{
          ...seller,
          legal_name: seller.name,
          address: seller.address.join("\n"),
          logo_sha256: body.look.logo_sha256,
        }}
      />
      <div className="grid gap-x-10 gap-y-6 @min-[30rem]:grid-cols-[minmax(0,1fr)_minmax(0,15rem)]">
        <Buyer buyer={body.buyer} />
        <Facts body={body} />
      </div>
      <p className="text-key-figure font-semibold text-accent" lang={language}>
        {(type === "invoice" ? TITLES : CREDIT_NOTES)[language]}
      </p>
      <Lines body={body} />
      <Sums body={body} />
      {body.note === null ? null : (
        <p className="whitespace-pre-line">
          <bdi>{body.note}</bdi>
        </p>
      )}
      <PaymentBox account={body.payment} />
      {seller.legal_text === null ? null : (
        <p className="border-t border-line pt-3 text-caption whitespace-pre-line text-ink2">
          <bdi>{seller.legal_text}</bdi>
        </p>
      )}
    </article>
  );
}

const CREDIT_NOTES: Readonly<Record<string, string>> = {
  en: "Credit note",
  de: "Rechnungskorrektur",
  fr: "Avoir",
  nl: "Creditnota",
};

function Buyer({ buyer }: { readonly buyer: InvoiceBody["buyer"] }) {
  const lines = filled([
    ...buyer.address,
    spaced([buyer.zip, buyer.city]),
    buyer.state,
    countryName(buyer.country_code),
    buyer.vat_number,
  ]);
  return (
    <address className="grid content-start not-italic">
      <bdi className="font-medium">{buyer.name}</bdi>
      <bdi className="whitespace-pre-line">{lines.join("\n")}</bdi>
    </address>
  );
}

function Facts({ body }: DocumentProps) {
  const { number, issue_date, due_date, service_from, service_to, reference, credits } = body;
  const from = service_from ?? service_to;
  const to = service_to ?? service_from;
  return (
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] content-start gap-x-3 gap-y-1 [&_dt]:text-ink2">
      <dt>Number</dt>
      <dd className="font-medium">{number}</dd>
      <dt>Date</dt>
      <dd>{shortDay(issue_date)}</dd>
      {due_date === null ? null : (
        <>
          <dt>Due</dt>
          <dd>{shortDay(due_date)}</dd>
        </>
      )}
      {from === null || to === null ? null : (
        <>
          <dt>Service</dt>
          <dd>
            <span className="whitespace-nowrap">{shortDay(from)}</span>
            {from === to ? null : (
              <>
                {" "}
                – <span className="whitespace-nowrap">{shortDay(to)}</span>
              </>
            )}
          </dd>
        </>
      )}
      {reference === null ? null : (
        <>
          <dt>Their order</dt>
          <dd>
            <bdi>{reference}</bdi>
          </dd>
        </>
      )}
      {credits === null ? null : (
        <>
          <dt>Corrects</dt>
          <dd>
            {credits.number}, {shortDay(credits.issue_date)}
          </dd>
        </>
      )}
    </dl>
  );
}

type Line = InvoiceBody["lines"][number];

function Lines({ body: { lines, currency } }: DocumentProps) {
  const hasTax = lines.some(({ tax }) => tax !== null);
  return (
    <div className="@container">
      <table className="w-full @max-[34rem]:block">
        <caption className="sr-only">Lines</caption>
        <thead className="border-b border-edge text-caption text-ink2 @max-[34rem]:sr-only">
          <tr className="[&_th]:py-1.5 [&_th]:font-normal [&_th]:whitespace-nowrap">
            <th className="text-start" scope="col">
              Description
            </th>
            <th className="ps-4 text-end" scope="col">
              Quantity
            </th>
            <th className="ps-4 text-end" scope="col">
              Price
            </th>
            {hasTax ? (
              <th className="ps-4 text-end" scope="col">
                Tax
              </th>
            ) : null}
            <th className="ps-4 text-end" scope="col">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line @max-[34rem]:block">
          {lines.map((line, index) => (
            // The lines of a sent document never move.
            // oxlint-disable-next-line react/no-array-index-key
            <DocumentLine currency={currency} hasTax={hasTax} key={index} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type DocumentLineProps = {
  readonly line: Line;
  readonly currency: string;
  readonly hasTax: boolean;
};

const CELL = "py-2 ps-4 text-end align-top whitespace-nowrap @max-[34rem]:p-0";

function DocumentLine({ line, currency, hasTax }: DocumentLineProps) {
  const { name, description, quantity, unit, tax, discount_minor } = line;
  return (
    <tr className="@max-[34rem]:flex @max-[34rem]:flex-wrap @max-[34rem]:justify-end @max-[34rem]:gap-x-3 @max-[34rem]:py-2">
      <th
        className="py-2 text-start align-top font-normal @max-[34rem]:basis-full @max-[34rem]:p-0"
        scope="row"
      >
        <bdi className="font-medium wrap-anywhere">{name}</bdi>
        {description === null ? null : (
          <bdi className="block text-small whitespace-pre-line text-ink2">{description}</bdi>
        )}
      </th>
      <td className={CELL}>
        {Number(quantity).toLocaleString("en-GB", { maximumFractionDigits: 6 })}
        {unit === null ? null : <bdi> {unit}</bdi>}
        <span className="text-ink2 @min-[34rem]:hidden"> ×</span>
      </td>
      <td className={CELL}>{priceOf(line, currency)}</td>
      {hasTax ? (
        <td className={CELL}>
          {tax === null ? "" : `${percent(tax.bp)} %`}
          <span className="text-ink2 @min-[34rem]:hidden">{tax === null ? "no tax" : " tax"}</span>
        </td>
      ) : null}
      <td className={`${CELL} font-medium`}>
        {money(line.amount_minor, currency)}
        {discount_minor === 0 ? null : (
          <span className="block text-caption font-normal text-ink2">
            less {money(discount_minor, currency)}
          </span>
        )}
      </td>
    </tr>
  );
}

/** Prices may have more decimals than their currency. */
function priceOf({ price }: Line, currency: string): string {
  const decimals = price.split(".")[1]?.length ?? 0;
  if (decimals <= minorDigits(currency)) return majorText(Number(price), currency);
  return `${Number(price).toLocaleString("en-GB", { maximumFractionDigits: 6 })} ${currency}`;
}

function Sums({ body }: DocumentProps) {
  const { currency, prices_include_tax, taxes, tax_in } = body;
  const sums = taxes.map(({ category, bp, net_minor, tax_minor, reason }) => (
    <Sum
      key={`${category} ${bp}`}
      label={
        reason ??
        `${prices_include_tax ? "Includes tax" : "Tax"} ${percent(bp)} % on ${money(net_minor, currency)}`
      }
    >
      {money(tax_minor, currency)}
    </Sum>
  ));
  return (
    <div className="invoice-totals">
      {taxes.length === 0 && body.discount_minor === 0 ? null : (
        <Sum label={prices_include_tax && taxes.length > 0 ? "Subtotal with tax" : "Subtotal"}>
          {money(body.subtotal_minor, currency)}
        </Sum>
      )}
      {body.discount_minor === 0 ? null : (
        <Sum label="Discount">−{money(body.discount_minor, currency)}</Sum>
      )}
      {prices_include_tax || taxes.length === 0 || body.discount_minor === 0 ? null : (
        <Sum label="Without tax">{money(body.net_minor, currency)}</Sum>
      )}
      {prices_include_tax ? null : sums}
      <p className="ruled-sum text-section">
        <span>Total</span>
        <span>{money(body.total_minor, currency)}</span>
      </p>
      {prices_include_tax ? sums : null}
      {tax_in === null ? null : (
        <Sum label={`Tax in ${tax_in.currency}, at ${tax_in.rate} of ${shortDay(tax_in.rate_day)}`}>
          {money(tax_in.tax_minor, tax_in.currency)}
        </Sum>
      )}
    </div>
  );
}
