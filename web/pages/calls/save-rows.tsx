import { SaveRowsButton } from "../../components/save-rows.tsx";
import type { Call } from "./call.ts";
import { csvOf } from "./csv.ts";

export function SaveRows({ rows }: { readonly rows: readonly Call[] }) {
  return <SaveRowsButton csvOf={csvOf} name="calls" rows={rows} />;
}
