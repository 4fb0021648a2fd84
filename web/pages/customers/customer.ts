import { addDays } from "../../../src/shared/calendar.ts";
import { type Output, type Input, Refused } from "../../api.ts";
import type { Selected } from "../../list/selection.ts";

export type CustomerRow = Output<"GET /api/teams/:team/customers">["items"][number];

export type Customer = Output<"GET /api/teams/:team/customers/:id">;

/** The query of a filter for the routes that take the same, such as the export. */
export function customerFilter(values: Readonly<Record<string, string>>) {
  const { q, tag, archived } = values;
  return {
    ...(q === undefined ? {} : { q }),
    ...(tag === undefined ? {} : { tag }),
    archived: archived === "true",
  };
}

/** First and last day of the month of a day. */
export function monthAround(day: string) {
  const first = (day: string) => `${day.slice(0, 8)}01`;
  return { from: first(day), to: addDays(first(addDays(first(day), 31)), -1) };
}

type Chosen = Input<"POST /api/teams/:team/customers/archive">["chosen"];

/** The selected customers as the routes of batches take them. */
export function chosenOf({ target, count }: Selected<CustomerRow>): Chosen {
  return target.all === undefined
    ? { ids: [...target.ids] }
    : { all: customerFilter(target.all), count };
}

/** True for a record that this team does not have. An id that is none is refused as invalid. */
export function isUnknown(error: Error | null): boolean {
  return error instanceof Refused && [404, 422].includes(error.problem.status);
}
