import type { Output } from "../../api.ts";
import { counted } from "../../numbers.ts";

export type Tag = Output<"GET /api/teams/:team/tags">["tags"][number];

/** Element id of a tag's menu button, for the focus after a dialog. */
export function tagMenuId(tag: string): string {
  return `tag-${tag}`;
}

/** Customers that have the tag: `8 customers and 2 archived ones`. */
export function carriersOf({ customers, archived_customers: archived }: Tag): string {
  if (archived === 0) return counted(customers, "customer");
  if (customers === 0) return counted(archived, "archived customer");
  const ones = archived === 1 ? "one" : "ones";
  return `${counted(customers, "customer")} and ${archived.toLocaleString("en-GB")} archived ${ones}`;
}
