import type { Input } from "../../api.ts";
import type { Selected } from "../../list/selected.ts";
import { type CustomerRow, customerFilter } from "./customer.ts";

type Chosen = Input<"POST /api/teams/:team/customers/archive">["chosen"];

/** The selected customers as the routes of batches take them. */
export function chosenOf({ target, count }: Selected<CustomerRow>): Chosen {
  return target.all === undefined
    ? { ids: [...target.ids] }
    : { all: customerFilter(target.all), count };
}
