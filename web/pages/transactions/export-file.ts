import { type Input, responseTo } from "../../api.ts";

const MARK = "POST /api/teams/:team/transactions/file";

export const EXPORT_READERS = [
  { value: "list", label: "You", hint: "A line for each transaction, as the list shows it." },
  {
    value: "accountant",
    label: "Your accountant",
    hint: "A line for each part of a split, with taxes, rates and codes of categories.",
  },
  {
    value: "marked",
    label: "Your accountant, marked as exported",
    hint: "Posted and completed ones become exported: how they count then stays. You can undo it.",
  },
] as const;

export type Reader = (typeof EXPORT_READERS)[number]["value"];

export const EXPORT_FORMATS = [
  { value: "csv", label: "CSV", hint: "Commas, and points in amounts: 1234.50" },
  {
    value: "csv_semicolon",
    label: "CSV with semicolons",
    hint: "For spreadsheets that write 1234,50",
  },
  { value: "xlsx", label: "Excel", hint: "A workbook, also for LibreOffice and Numbers." },
] as const;

export type Format = (typeof EXPORT_FORMATS)[number]["value"];

type Marking = Omit<Input<"GET /api/teams/:team/transactions">, "cursor" | "limit"> & {
  readonly format: Format;
  readonly for: "list" | "accountant";
  /** Transactions that match, as the user saw it. */
  readonly count: number;
};

/**
 * Marks the transactions, and has the browser save their file.
 * @returns the event of the marking; null when none was left to be marked
 * @throws Refused
 */
export async function saveMarked(input: Marking): Promise<{ readonly event: string | null }> {
  const response = await responseTo(MARK, input);
  const { headers } = response;
  const encoded = /filename\*=UTF-8''(.+)$/.exec(headers.get("Content-Disposition") ?? "")?.[1];
  save(await response.blob(), decodeURIComponent(encoded ?? "Transactions"));
  return { event: headers.get("Activity-Event") };
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the file after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
