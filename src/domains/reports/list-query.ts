import { z } from "zod";
import { FIGURES, REASONS } from "../transactions/figures.ts";
import type { Range } from "./range.ts";

/** The query by which the list of transactions has those of a figure, with the same total. */
export const ListQuery = z.object({
  figure: z.enum(FIGURES),
  from: z.string(),
  to: z.string(),
  /** A slug, or `uncategorized`. */
  category: z.string().optional(),
  /** Reason for which they are left out of the figure. */
  left_out: z.enum(REASONS).optional(),
  tax: z.string().optional(),
  party: z.string().optional(),
});

export type ListQuery = z.output<typeof ListQuery>;

type More = Omit<ListQuery, "figure" | "from" | "to">;

export function reportListFilters(
  figure: ListQuery["figure"],
  { from, to }: Range,
  more: More = {},
): ListQuery {
  return { figure, from, to, ...more };
}
