/** Languages that invoices are written in, by their codes. */
export const INVOICE_LANGUAGE_NAMES = {
  en: "English",
  de: "German",
  fr: "French",
  nl: "Dutch",
} as const;
