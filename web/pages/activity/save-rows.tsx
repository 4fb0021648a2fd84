import { SaveRowsButton } from "../../components/save-rows.tsx";
import { csvOf } from "./csv.ts";
import type { Event } from "./event.ts";

export function SaveRows({ rows }: { readonly rows: readonly Event[] }) {
  return <SaveRowsButton csvOf={csvOf} name="activity" rows={rows} />;
}
