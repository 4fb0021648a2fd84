import { z } from "zod";
import { instant, uuid } from "../../core/fields.ts";
import { type Listing, type Page, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { asJson } from "../../db/dialect.ts";
import type { Tag } from "../tags/tag.ts";
import { monthOf } from "./customer-figures.ts";
import {
  type CustomerFilter,
  FIND_CUSTOMERS,
  type FoundCustomer,
  isByName,
  isWideTag,
  type Sort,
} from "./find-customers.ts";

type ListCustomers = {
  readonly filter: CustomerFilter;
  readonly sort: Sort;
  /** The list as the door was asked for it: cursors are bound to it. */
  readonly listing: Listing;
  readonly cursor: string | null | undefined;
  readonly limit: number;
};

export type ListedCustomer = Omit<FoundCustomer, "tags"> & { readonly tags: Tag[] };

const ByName = z.tuple([z.string(), uuid]);
const ByAge = z.tuple([instant, uuid]);

/** @param hasFigures includes contacts and sums, which are read for the customers of the page alone */
export async function listCustomers(
  context: Context,
  { filter, sort, listing, cursor, limit }: ListCustomers,
  { hasFigures = false }: { readonly hasFigures?: boolean } = {},
): Promise<Page<ListedCustomer>> {
  const after = readCursor(isByName(sort) ? ByName : ByAge, listing, cursor);
  const rows = await FIND_CUSTOMERS[sort](context.db, {
    ...filter,
    ...(hasFigures ? monthOf(context) : {}),
    team_id: context.team.id,
    is_wide:
      filter.tag_id !== undefined && (await isWide(context, filter, sort)) ? true : undefined,
    after_place: after?.[0],
    after_id: after?.[1],
    rows: limit + 1,
  });
  const page = pageOf(listing, rows, limit, ({ place, id }) => [place, id]);
  return { ...page, items: page.items.map((row) => ({ ...row, tags: asJson(row.tags) })) };
}

/** Links of a tag that are sorted by name at most. */
const MOST_SORTED = 20_000;

/** Links of a tag, each with its customer's texts, that a search reads at most. */
const MOST_SEARCHED = 5000;

/** True where so many customers have the tag that all are read in the order of the list. */
async function isWide(
  context: Context,
  { tag_id, name, email, part }: CustomerFilter,
  sort: Sort,
): Promise<boolean> {
  if (tag_id === undefined) return false;
  if (isByName(sort)) return isWideTag(context, tag_id, MOST_SORTED);
  const isSearch = name !== undefined || email !== undefined || part !== undefined;
  return isSearch && isWideTag(context, tag_id, MOST_SEARCHED);
}
