import { Download } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import type { Event } from "../event.ts";
import { counted } from "../words.ts";
import { csvOf } from "./csv.ts";

type SaveRowsProps = { readonly events: readonly Event[]; readonly today: string };

/** Saves the loaded rows as CSV. */
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

/** Without this mark spreadsheets assume their country's encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

function save(text: string, name: string): void {
  const file = new Blob([BYTE_ORDER_MARK, text], { type: "text/csv;charset=utf-8" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The started download holds the file.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
