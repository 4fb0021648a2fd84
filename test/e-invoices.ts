type Told = {
  readonly type?: string;
  readonly number?: string;
  readonly currency?: string;
  readonly gross?: string;
  readonly payable?: string;
  readonly prepaid?: string;
  /** Rows of category, rate, net and tax. */
  readonly taxes?: readonly (readonly [string, string, string, string])[];
};

const NINETEEN = [["S", "19.00", "100.00", "19.00"]] as const;

/** An invoice of the Cross Industry Invoice's format, of 2026-10-31, due 14 days later. */
export function ciiInvoice({
  type = "380",
  number = "RE-2026-0001",
  currency = "EUR",
  gross = "119.00",
  payable = gross,
  prepaid = "0.00",
  taxes = NINETEEN,
}: Told = {}): string {
  const rows = taxes.map(
    ([category, rate, net, tax]) =>
      `<ram:ApplicableTradeTax><ram:CalculatedAmount>${tax}</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode>` +
      `<ram:BasisAmount>${net}</ram:BasisAmount><ram:CategoryCode>${category}</ram:CategoryCode>` +
      `<ram:RateApplicablePercent>${rate}</ram:RateApplicablePercent></ram:ApplicableTradeTax>`,
  );
  const total = taxes.reduce((sum, row) => sum + Number(row[3]), 0).toFixed(2);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocument><ram:ID>${number}</ram:ID><ram:TypeCode>${type}</ram:TypeCode>
<ram:IssueDateTime><udt:DateTimeString format="102">20261031</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Muster &amp; Söhne GmbH</ram:Name>
<ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">12/345</ram:ID></ram:SpecifiedTaxRegistration>
<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE 123456789</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeSettlement><ram:PaymentReference>RF18 5390 0754</ram:PaymentReference>
<ram:InvoiceCurrencyCode>${currency}</ram:InvoiceCurrencyCode>
<ram:SpecifiedTradeSettlementPaymentMeans><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE88 2008 0000 0970 3757 00</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>
${rows.join("\n")}
<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20261114</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxTotalAmount currencyID="${currency}">${total}</ram:TaxTotalAmount>
<ram:GrandTotalAmount>${gross}</ram:GrandTotalAmount><ram:TotalPrepaidAmount>${prepaid}</ram:TotalPrepaidAmount>
<ram:DuePayableAmount>${payable}</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
}

/** The same of the Universal Business Language. */
export function ublInvoice({
  type = "380",
  number = "RE-2026-0001",
  currency = "EUR",
  gross = "119.00",
  payable = gross,
  prepaid = "0.00",
  taxes = NINETEEN,
}: Told = {}): string {
  const name = type === "381" ? "CreditNote" : "Invoice";
  const rows = taxes.map(
    ([category, rate, net, tax]) =>
      `<cac:TaxSubtotal><cbc:TaxableAmount currencyID="${currency}">${net}</cbc:TaxableAmount>` +
      `<cbc:TaxAmount currencyID="${currency}">${tax}</cbc:TaxAmount><cac:TaxCategory><cbc:ID>${category}</cbc:ID>` +
      `<cbc:Percent>${rate}</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal>`,
  );
  const total = taxes.reduce((sum, row) => sum + Number(row[3]), 0).toFixed(2);
  return `<${name} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${name}-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-10-31</cbc:IssueDate>${name === "Invoice" ? "<cbc:DueDate>2026-11-14</cbc:DueDate>" : ""}
<cbc:${name}TypeCode>${type}</cbc:${name}TypeCode><cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Muster</cbc:Name></cac:PartyName>
<cac:PartyTaxScheme><cbc:CompanyID>DE123456789</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
<cac:PartyLegalEntity><cbc:RegistrationName>Muster &amp; Söhne GmbH</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:PaymentMeans><cbc:PaymentID>RF18 5390 0754</cbc:PaymentID><cac:PayeeFinancialAccount><cbc:ID>DE88200800000970375700</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
<cac:TaxTotal><cbc:TaxAmount currencyID="${currency}">${total}</cbc:TaxAmount>${rows.join("\n")}</cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="${currency}">${gross}</cbc:TaxInclusiveAmount>
<cbc:PrepaidAmount currencyID="${currency}">${prepaid}</cbc:PrepaidAmount>
<cbc:PayableAmount currencyID="${currency}">${payable}</cbc:PayableAmount></cac:LegalMonetaryTotal></${name}>`;
}
