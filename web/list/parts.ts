import type { ActiveRow } from "./active-row.ts";
import type { Address } from "./address.ts";
import type { List } from "./list.ts";
import type { Rows } from "./rows.ts";
import type { UsedSelection } from "./use-selection.ts";

export type ListParts<Row> = {
  readonly list: List<Row>;
  readonly address: Address;
  readonly loaded: Rows<Row>;
  readonly active: ActiveRow;
  readonly used: UsedSelection<Row>;
};
