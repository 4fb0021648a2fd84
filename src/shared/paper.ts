import type { Day } from "./time.ts";

/** Kinds of files that are kept, told from their content, with the media type and the name's ending of each. */
export const FILE_KINDS = {
  pdf: { type: "application/pdf", ending: "pdf", label: "PDF" },
  jpeg: { type: "image/jpeg", ending: "jpg", label: "JPEG" },
  png: { type: "image/png", ending: "png", label: "PNG" },
  webp: { type: "image/webp", ending: "webp", label: "WebP" },
  heic: { type: "image/heic", ending: "heic", label: "HEIC" },
  avif: { type: "image/avif", ending: "avif", label: "AVIF" },
  tiff: { type: "image/tiff", ending: "tiff", label: "TIFF" },
  gif: { type: "image/gif", ending: "gif", label: "GIF" },
  xml: { type: "application/xml", ending: "xml", label: "XML" },
  eml: { type: "message/rfc822", ending: "eml", label: "Mail" },
  text: { type: "text/plain", ending: "txt", label: "Text" },
  csv: { type: "text/csv", ending: "csv", label: "CSV" },
  markdown: { type: "text/markdown", ending: "md", label: "Markdown" },
  docx: {
    type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ending: "docx",
    label: "DOCX",
  },
  xlsx: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ending: "xlsx",
    label: "XLSX",
  },
  odt: { type: "application/vnd.oasis.opendocument.text", ending: "odt", label: "ODT" },
  ods: { type: "application/vnd.oasis.opendocument.spreadsheet", ending: "ods", label: "ODS" },
} as const;

export type FileKind = keyof typeof FILE_KINDS;

/** `low` is a guess that somebody must look at; `high` is XML, or a label beside a sum that holds. */
export type Sure = "high" | "medium" | "low";

/** A part of a page, from 1 on. The box is left, top, right and bottom as fractions of the page. */
export type FieldPlace = {
  readonly page: number;
  readonly box: readonly [number, number, number, number];
};

export type ReadField<Value> = {
  readonly value: Value;
  readonly sure: Sure;
  readonly from: "xml" | "text" | "ocr" | "mail";
  readonly place: FieldPlace | null;
};

export type PaperType = "invoice" | "expense" | "other";

/** A rate of tax on a paper, in hundredths of a percent, with minor units of the paper's currency. */
export type PaperTax = {
  readonly rate_bp: number;
  readonly net_minor: number | null;
  readonly tax_minor: number;
};

/** Type of a paper's taxes, as people read it on a transaction. */
export type TaxType = "VAT" | "GST" | "Sales tax" | "Reverse charge" | "Exempt";

/** Values that were read in a paper. Amounts are minor units; a credit note's are below zero. */
type FieldValues = {
  readonly type: PaperType;
  readonly vendor: string;
  /** The same for all papers of a vendor: `vat:`, `iban:`, `domain:` or `name:` with its value. */
  readonly vendor_key: string;
  readonly number: string;
  readonly date: Day;
  readonly due_date: Day;
  readonly currency: string;
  /** Gross: with all taxes, before what was paid in advance. */
  readonly amount_minor: number;
  /** Where it differs from the gross amount. */
  readonly payable_minor: number;
  readonly prepaid_minor: number;
  readonly tax_minor: number;
  /** Null in the field's value where the paper has several. */
  readonly tax_rate_bp: number;
  readonly tax_type: TaxType;
  readonly iban: string;
  /** The creditor's reference, for the payment. */
  readonly reference: string;
};

export type PaperFields = {
  readonly [Name in keyof FieldValues]?: ReadField<FieldValues[Name]>;
} & {
  readonly taxes?: readonly PaperTax[];
};

/** Why a paper has no text or fields, or why they must be looked at. */
export type PaperProblem =
  | "password"
  | "damaged"
  | "empty"
  | "no_text"
  | "too_heavy"
  | "xml_differs"
  | "sums_differ";
