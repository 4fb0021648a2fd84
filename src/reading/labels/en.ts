import type { LanguageLabels } from "./label.ts";

export const ENGLISH: LanguageLabels = {
  language: "en",
  labels: {
    gross:
      "grand total|gross total|gross amount|total gross|invoice total|total invoice amount|invoice amount|total invoice|total including vat|total incl vat|total inc vat|total incl tax|total including tax|total inc gst|total incl gst|total including gst|total with vat|total with tax|total amount incl vat|total amount including vat|amount including vat|amount incl vat|total vat included|order total|receipt total|bill total|credit total|total credit|total credit amount|gross",
    total:
      "total|total amount|amount total|sum|sum total|total price|total sale|total cost|total charges|total amount of invoice",
    payable:
      "amount due|due payable|balance due|total due|total amount due|amount payable|total payable|total amount payable|to pay|amount to pay|total to pay|please pay|payment due|due amount|pay this amount|amount owing|now due|net payable|balance to pay|outstanding balance|amount outstanding|amount due for payment",
    prepaid:
      "prepaid|prepaid amount|paid amount|amount paid|paid|already paid|deposit|deposit paid|less deposit|advance payment|advance paid|down payment|payments received|payment received|less payments|less paid|payments|total paid|paid to date|prepayment",
    net: "net|net total|total net|net amount|total net amount|subtotal|sub total|total excluding vat|total excl vat|total ex vat|total excluding tax|total excl tax|total before tax|total ex gst|amount excluding vat|amount excl vat|taxable amount|tax base|total without vat|net value|net sales|vatable|goods net|total taxable|tax exclusive amount|total without tax|subtotal without vat|subtotal excl vat|pre tax total|net price",
    tax: "vat|vat amount|total vat|vat total|amount of vat|tax|sales tax|total tax|tax total|tax amount|total tax amount|gst|gst amount|total gst|hst|pst|qst|cgst|sgst|igst|state tax|value added tax|incl vat|including vat|includes vat|vat included|of which vat|incl gst|gst included|includes gst|including gst|total includes gst of|consumption tax|vat payable|vat at",
    rounding: "rounding|rounding adjustment|cash rounding|round off|rounded",
    given:
      "cash|cash tendered|tendered|amount tendered|cash given|cash received|cash paid|paid cash|received|tender|amount received",
    change: "change|change due|change given|cash change|your change|cash back",
    card: "card|card payment|visa|mastercard|maestro|amex|american express|debit card|credit card|visa debit|debit mastercard|contactless|eftpos|apple pay|google pay|debit|paypal|card sale|visa credit|debit tend|card tendered",
    none: "you saved|savings|total savings|saving|discount|total discount|discounts|points|points balance|loyalty points|unit price|price|price per unit|rate|hourly rate|qty|quantity|previous balance|opening balance|balance|account balance|new balance|balance brought forward|voucher|coupon|items|number of items|total items|total quantity|total qty|total hours|total number of items|item count|total weight|gratuity|tip|service charge|shipping|delivery|postage|freight|handling|amount|line total|exchange rate|total vat rate|total discounts|total in words|credit limit|total points|total page|total pages|early payment discount|total saved|suggested tip|minimum payment|minimum amount due|retail price|page total|carried forward|year to date",
    number:
      "invoice number|invoice no|invoice nr|invoice num|invoice id|invoice ref|invoice reference|tax invoice no|tax invoice number|invoice|tax invoice|receipt number|receipt no|bill number|bill no|document number|document no|credit note number|credit note no|credit note|credit memo number|credit memo|receipt|voucher number|invoice code|statement number|transaction number|inv no|inv nr|inv number",
    other_number:
      "customer number|customer no|customer id|customer code|customer ref|customer reference|your ref|your reference|our ref|our reference|account number|account no|account|a c no|order number|order no|order id|purchase order|po number|po no|p o number|po|sales order|order|order reference|delivery note|delivery note number|contract number|contract no|project number|project no|quote number|quotation number|offer number|tax number|tax no|tax id|company number|company no|company registration number|registration number|registered number|reg no|registered no|phone|tel|telephone|fax|mobile|terminal|terminal id|merchant id|merchant|auth code|authorisation|approval code|store|register|till|cashier|ein|abn|acn|client number|client no|client id|client|member number|membership number|original invoice|original invoice number|original invoice no|preceding invoice|related invoice|refers to invoice|reference to invoice|invoice reference number|tracking number|serial number|sort code|swift|bic|routing number|article number|item number|item no|line number|vehicle|table|customer|supplier number|vendor number|policy number|meter number|reservation number|booking number|ticket number",
    issued:
      "invoice date|date of invoice|issue date|date of issue|date issued|issued|issued on|invoice issued|invoice issue date|bill date|billing date|document date|tax date|tax point|tax point date|credit note date|receipt date|date of receipt|dated|statement date|date paid|invoiced|invoice dated",
    date: "date|transaction date|purchase date|date of purchase|sale date|date time|date and time|time and date",
    due: "due date|payment due|payment due date|date due|due|due on|due by|pay by|payable by|payment due by|payment due on|please pay by|payment date|remit until|please remit until|payable until|payment deadline|due until|terms due|invoice due date|amount due by|pay before",
    other_date:
      "delivery date|date of delivery|delivered|delivered on|shipping date|ship date|shipped|shipped on|dispatch date|order date|date of order|ordered|ordered on|date ordered|service date|date of service|service period|billing period|invoice period|period|period from|supply date|date of supply|contract date|start date|end date|from|until|print date|printed|printed on|valid until|valid from|expiry date|expires|exp|departure|arrival|check in|check out|arrival date|departure date|date of birth|subscription period|return by|original invoice date|due date was|quote date|next payment|next billing date|last payment|previous invoice date|work performed|performed on|date of performance|returns until|exchange until",
    vat_id:
      "vat number|vat no|vat id|vat reg no|vat registration number|vat registration no|vat reg|vat identification number|vat reg number|vat id no|gst no|gst number|gstin|gst registration number|gst reg no|hst number|tax identification number",
    recipient:
      "bill to|billed to|invoice to|ship to|sold to|deliver to|customer name|customer address|buyer|recipient|attention|attn|invoiced to|client name|to|delivery address|billing address|invoice address|shipping address|purchaser|prepared for|issued to|bill to address|payer",
    supplier:
      "seller|from|supplier|vendor|issued by|biller|payable to|payee|remit to|sold by|billed from|issuer|pay to|merchant name",
    reference:
      "payment reference|reference|reference number|ref no|creditor reference|remittance information|payment ref|ref",
    credit_title:
      "credit note|credit memo|creditnote|credit memorandum|credit invoice|cancellation invoice|corrective invoice|refund|refund receipt|tax credit note|sales credit note",
    invoice_title:
      "invoice|tax invoice|vat invoice|sales invoice|commercial invoice|invoice statement|final invoice|bill|proforma invoice",
    receipt_title:
      "receipt|sales receipt|till receipt|cash receipt|customer copy|cardholder copy|merchant copy|thank you for shopping|thank you for your purchase|cashier|till|register|customer receipt|please retain for your records|store copy|served by|your cashier today|guest check|thank you for your visit",
    reverse_charge:
      "reverse charge|vat reverse charge|reverse charged|reverse charge procedure|subject to reverse charge|tax liability of the recipient|tax to be paid on reverse charge basis|customer to account for vat|intra community supply|intra community delivery|intracommunity supply",
    exempt:
      "vat exempt|exempt from vat|tax exempt|not vat registered|no vat charged|not registered for vat|exempt from tax|zero rated|outside the scope of vat",
  },
  months: [
    "january|jan",
    "february|feb",
    "march|mar",
    "april|apr",
    "may",
    "june|jun",
    "july|jul",
    "august|aug",
    "september|sep|sept",
    "october|oct",
    "november|nov",
    "december|dec",
  ],
  words:
    "the of and to for your you with this is from are by our on in please at or be we if will all not thank any date number amount payment invoice items bank subtotal change cash account receipt due",
};
