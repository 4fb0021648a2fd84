import type { Settings } from "./settings.ts";

/** Languages that documents are written in, by their own names too. */
export const LANGUAGES = [
  { value: "en", label: "English", invoice: "Invoice" },
  { value: "de", label: "German (Deutsch)", invoice: "Rechnung" },
  { value: "fr", label: "French (français)", invoice: "Facture" },
  { value: "nl", label: "Dutch (Nederlands)", invoice: "Factuur" },
] as const satisfies readonly {
  readonly value: Settings["language"];
  readonly label: string;
  readonly invoice: string;
}[];
