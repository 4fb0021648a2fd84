import type { CsvRow } from "../../../../core/csv/read-csv.ts";
import type { Days, Order } from "./dates.ts";
import { summaryIn, type SummaryLine } from "./summary-line.ts";
import { roleOfTitle } from "./titles.ts";

/** Facts above a table. */
export type Preamble = {
  readonly accountNumber: string | null;
  readonly currency: string | null;
  readonly summaries: readonly SummaryLine[];
};

const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/;

export function preambleOf(records: readonly CsvRow[], days: Days, order: Order): Preamble {
  const lines = records.map(({ cells }) => cells.flatMap((cell) => cell.split(/:\s+|:$/)));
  const labelled = (role: "account" | "currency", fits: RegExp) =>
    lines
      .flatMap((cells) =>
        cells.flatMap((cell, index) =>
          roleOfTitle(cell) === role
            ? cells
                .slice(index + 1)
                .filter((value) => value !== "")
                .slice(0, 1)
            : [],
        ),
      )
      .map((value) => fits.exec(value)?.[0] ?? null)
      .find((value) => value !== null) ?? null;
  const iban = lines
    .flat()
    .map((cell) => IBAN.exec(cell.toUpperCase())?.[0] ?? null)
    .find((found) => found !== null);
  return {
    accountNumber: numberIn(iban ?? labelled("account", /[\d*xX][\d\s./*xX-]{3,}/) ?? ""),
    currency: labelled("currency", /\b[A-Z]{3}\b/),
    summaries: records.flatMap((record) => summaryIn(record, days, order) ?? []),
  };
}

/** An account number without blanks; null for a text that is none, or that hides its digits. */
export function numberIn(text: string): string | null {
  const bare = text.replaceAll(/\s/g, "");
  const isNumber = /^[A-Z0-9./-]{4,34}$/i.test(bare) && /\d{4}/.test(bare);
  return isNumber && !/[*]|x{2}/i.test(bare) ? bare.toUpperCase() : null;
}
