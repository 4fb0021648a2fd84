import { z } from "zod";
import type { Figure } from "../transactions/figures.ts";
import { FIGURES } from "../transactions/figures.ts";
import type { Range } from "./range.ts";

/** The query by which the list of transactions has those of a figure, with the same total. */
export const ListQuery = z.object({
  figure: z.enum(FIGURES),
  from: z.string(),
  to: z.string(),
  /** A slug, or `uncategorized`. */
  category: z.string().optional(),
});

export type ListQuery = z.output<typeof ListQuery>;

export function listOf(figure: Figure, { from, to }: Range, category?: string): ListQuery {
  return { figure, from, to, ...(category === undefined ? {} : { category }) };
}
