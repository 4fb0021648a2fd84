import { decimalText } from "../shared/money.ts";
import type { Day } from "../shared/time.ts";

/** Texts of a row, each with its distance from the left edge in points. */
export type PaperRow = {
  readonly cells: readonly (readonly [x: number, text: string])[];
  /** Points; 10 by default. */
  readonly size?: number;
  /** Points to the row below, by default 16. */
  readonly below?: number;
};

type Sheet = { readonly width: number; readonly height: number };

export const A4: Sheet = { width: 595, height: 842 };

/** The paper of a till. */
export const SLIP: Sheet = { width: 300, height: 420 };

/** A PDF of one page, as small as can be: in Helvetica, which every program has, and without a day or an id. */
export function paperPdf({ width, height }: Sheet, rows: readonly PaperRow[]): Buffer {
  let y = height - 48;
  const drawn = rows.flatMap(({ cells, size = 10, below = 16 }) => {
    const texts = cells.map(
      ([x, text]) => `BT /F ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`,
    );
    y -= below;
    return texts;
  });
  const content = Buffer.from(drawn.join("\n"), "latin1");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    `<</Length ${content.length}>>stream\n${content.toString("latin1")}\nendstream`,
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((body, index) => {
    const place = String(file.length).padStart(10, "0");
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${place} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join("")}`;
  const trailer = `trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, "latin1");
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, String.raw`\$&`);
}

export type InvoicedPaper = {
  readonly seller: string;
  readonly vat: string;
  readonly number: string;
  readonly date: Day;
  readonly due: Day;
  /** Minor units of euros. */
  readonly gross: number;
  readonly tax: number;
  /** Percent. */
  readonly rate: number;
};

/** An e-invoice of the Cross Industry Invoice's format, as XRechnung and Factur-X have it. */
export function ciiOf({ seller, vat, number, date, due, gross, tax, rate }: InvoicedPaper): string {
  const net = euros(gross - tax);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocument><ram:ID>${number}</ram:ID><ram:TypeCode>380</ram:TypeCode>
<ram:IssueDateTime>${compactDay(date)}</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>${seller}</ram:Name>
<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${vat}</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:ApplicableTradeTax><ram:CalculatedAmount>${euros(tax)}</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode>
<ram:BasisAmount>${net}</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>${rate}</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${compactDay(due)}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>${net}</ram:TaxBasisTotalAmount>
<ram:TaxTotalAmount currencyID="EUR">${euros(tax)}</ram:TaxTotalAmount><ram:GrandTotalAmount>${euros(gross)}</ram:GrandTotalAmount>
<ram:DuePayableAmount>${euros(gross)}</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>
`;
}

function compactDay(day: Day): string {
  return `<udt:DateTimeString format="102">${day.replaceAll("-", "")}</udt:DateTimeString>`;
}

/** An e-invoice of the Universal Business Language. */
export function ublOf({ seller, vat, number, date, due, gross, tax, rate }: InvoicedPaper): string {
  const money = (name: string, minor: number) =>
    `<cbc:${name} currencyID="EUR">${euros(minor)}</cbc:${name}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:ID>${number}</cbc:ID><cbc:IssueDate>${date}</cbc:IssueDate><cbc:DueDate>${due}</cbc:DueDate>
<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PartyTaxScheme><cbc:CompanyID>${vat}</cbc:CompanyID>
<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
<cac:PartyLegalEntity><cbc:RegistrationName>${seller}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:TaxTotal>${money("TaxAmount", tax)}<cac:TaxSubtotal>${money("TaxableAmount", gross - tax)}${money("TaxAmount", tax)}
<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${rate}</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal>${money("TaxExclusiveAmount", gross - tax)}${money("TaxInclusiveAmount", gross)}${money("PayableAmount", gross)}</cac:LegalMonetaryTotal>
</Invoice>
`;
}

function euros(minor: number): string {
  return decimalText(minor, "EUR");
}
