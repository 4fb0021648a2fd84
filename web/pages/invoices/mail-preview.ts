import { minorDigits, toMajor } from "../../../src/shared/money.ts";

type Named = "number" | "customer" | "total" | "due_date" | "team" | "link";

export type PreviewValues = Readonly<Record<Named, string | null>>;

type Template = { readonly subject: string; readonly text: string };

const NAMES = /\{([^{}\n]*)\}/g;

/**
 * Fills the names of a mail's template, to be read before it is sent. The server fills them again when it goes out: the
 * number may be another one by then. A line that names what there is not is left out.
 */
export function previewOfMail({ subject, text }: Template, values: PreviewValues): Template {
  const lines = text.split("\n").map((line) => filledIn(line, values));
  return {
    subject: filledIn(subject, values) ?? "",
    text: lines
      .filter((line) => line !== null)
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim(),
  };
}

function filledIn(template: string, values: PreviewValues): string | null {
  const known = new Map<string, string | null>(Object.entries(values));
  const names = [...template.matchAll(NAMES)].map(([, name = ""]) => name);
  if (names.some((name) => known.get(name) === null)) return null;
  return template.replaceAll(NAMES, (whole, name: string) => known.get(name) ?? whole);
}

/** `1.374,98 €`: an amount as a document of that language writes it. */
export function amountWrittenIn(language: string, minor: number, currency: string): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat(localeOf(language), {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(toMajor(minor, currency));
}

export function dayWrittenIn(language: string, day: string): string {
  const parts = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(localeOf(language), parts).format(new Date(day));
}

function localeOf(language: string): string {
  return language === "en" ? "en-GB" : language;
}
