import { Download } from "lucide-react";
import { dayIn } from "../../src/shared/time.ts";
import { saveTable } from "../files.ts";
import { counted } from "../numbers.ts";
import { useMe, useNow } from "../queries.ts";
import { Button } from "./button.tsx";

type SaveRowsProps<Row> = {
  readonly rows: readonly Row[];
  readonly name: string;
  readonly csvOf: (rows: readonly Row[], timeZone: string) => string;
};

export function SaveRowsButton<Row>({ rows, name, csvOf }: SaveRowsProps<Row>) {
  const { timeZone } = useMe().user;
  const today = dayIn(timeZone, useNow());
  return (
    <Button onClick={() => saveTable(csvOf(rows, timeZone), `${name}-${today}.csv`)}>
      <Download aria-hidden size={16} strokeWidth={1.5} />
      <span className="whitespace-normal">
        Save {rows.length === 1 ? "this row" : `these ${counted(rows.length, "row")}`} as CSV
      </span>
    </Button>
  );
}
