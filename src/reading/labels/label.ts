/**
 * Kinds of labels. `gross` says that tax is within, `total` does not say so. `payable` is what is still to
 * be paid. A value beside `none` is no total, one beside `other_number` no number of the paper, one beside
 * `other_date` no day of issue.
 */
export const LABEL_KINDS = [
  "gross",
  "total",
  "payable",
  "prepaid",
  "net",
  "tax",
  "rounding",
  "given",
  "change",
  "card",
  "none",
  "number",
  "other_number",
  "issued",
  "date",
  "due",
  "other_date",
  "vat_id",
  "recipient",
  "supplier",
  "reference",
  "credit_title",
  "invoice_title",
  "receipt_title",
  "reverse_charge",
  "exempt",
] as const;

export type LabelKind = (typeof LABEL_KINDS)[number];

/** Labels are parted by `|`, words by spaces. Case, accents and marks between letters do not count. */
export type LanguageLabels = {
  /** ISO 639-1. */
  readonly language: string;
  readonly labels: Readonly<Partial<Record<LabelKind, string>>>;
  /** Twelve, each with its spellings parted by `|`. */
  readonly months: readonly string[];
  /** Frequent words that tell the language. */
  readonly words: string;
};
