import { Download } from "lucide-react";
import { BYTE_ORDER_MARK } from "../../../src/shared/csv.ts";
import { Button } from "../../components/button.tsx";
import { counted } from "../../counted.ts";
import { dayIn } from "../../days.ts";
import { useMe, useNow } from "../../queries.ts";
import { csvOf } from "./csv.ts";
import type { Event } from "./event.ts";

/** Saves the loaded rows as CSV. */
export function SaveRows({ rows }: { readonly rows: readonly Event[] }) {
  const { timeZone } = useMe().user;
  const today = dayIn(timeZone, useNow());
  return (
    <Button onClick={() => save(csvOf(rows, timeZone), `activity-${today}.csv`)}>
      <Download aria-hidden size={16} strokeWidth={1.5} />
      <span className="whitespace-normal">
        Save {rows.length === 1 ? "this row" : `these ${counted(rows.length, "row")}`} as CSV
      </span>
    </Button>
  );
}

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
