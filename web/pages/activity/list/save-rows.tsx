import { Download } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import type { Event } from "../event.ts";
import { counted } from "../words.ts";
import { csvOf } from "./csv.ts";

type SaveRowsProps = { readonly events: readonly Event[]; readonly today: string };

/** Saves the rows that are on the page, and says how many those are. */
export function SaveRows({ events, today }: SaveRowsProps) {
  return (
    <Button onClick={() => save(csvOf(events), `activity-${today}.csv`)}>
      <Download aria-hidden size={16} strokeWidth={1.5} />
      <span className="whitespace-normal">
        Save {events.length === 1 ? "this row" : `these ${counted(events.length, "row")}`} as CSV
      </span>
    </Button>
  );
}

/** Spreadsheets take a file without this mark for one in the encoding of their country. */
const BYTE_ORDER_MARK = "\uFEFF";

function save(text: string, name: string): void {
  const file = new Blob([BYTE_ORDER_MARK, text], { type: "text/csv;charset=utf-8" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun with the click, and holds the file itself.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
