import { Download } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { counted } from "../../counted.ts";
import { dayIn } from "../../days.ts";
import { useMe, useNow } from "../../queries.ts";
import { saveTable } from "../../save-table.ts";
import { csvOf } from "./csv.ts";
import type { Event } from "./event.ts";

/** Saves the loaded rows as CSV. */
export function SaveRows({ rows }: { readonly rows: readonly Event[] }) {
  const { timeZone } = useMe().user;
  const today = dayIn(timeZone, useNow());
  return (
    <Button onClick={() => saveTable(csvOf(rows, timeZone), `activity-${today}.csv`)}>
      <Download aria-hidden size={16} strokeWidth={1.5} />
      <span className="whitespace-normal">
        Save {rows.length === 1 ? "this row" : `these ${counted(rows.length, "row")}`} as CSV
      </span>
    </Button>
  );
}
