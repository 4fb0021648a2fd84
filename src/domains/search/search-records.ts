import { z } from "zod";
import { label } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import type { Register } from "../../core/naming.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { customerNames } from "../customers/customer-names.ts";
import { projectNames } from "../projects/project-names.ts";

const KINDS = ["customers", "projects"] as const;
const MOST_OF_A_KIND = 5;

export const SearchRecords = z.strictObject({
  /** Part of a name; case and accents do not matter. */
  q: label(200),
  /** The only kind of records to look for; left out: all. */
  kind: z.enum(KINDS).optional(),
});

export type SearchRecords = z.output<typeof SearchRecords>;

const Found = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string() })),
  /** True when others match too. */
  hasMore: z.boolean(),
});

type Found = z.output<typeof Found>;

export const FoundRecords = z.object({ customers: Found, projects: Found });

export type FoundRecords = z.output<typeof FoundRecords>;

/** Finds customers and projects by a part of their names, those that begin with it first. */
export async function searchRecords(
  context: Context,
  { q, kind }: SearchRecords,
): Promise<FoundRecords> {
  const part = fold(q);
  const find = async (of: (typeof KINDS)[number], register: Register<AuditContext>) =>
    kind === undefined || kind === of ? findIn(context, register, part) : NONE;
  const [customers, projects] = await Promise.all([
    find("customers", customerNames),
    find("projects", projectNames),
  ]);
  return { customers, projects };
}

const NONE: Found = { items: [], hasMore: false };

/** A name that begins with the part is found in an index; only when few do are all names read. */
async function findIn(
  context: Context,
  register: Register<AuditContext>,
  part: string,
): Promise<Found> {
  const most = MOST_OF_A_KIND + 1;
  const first = await register.search(context, { begins: part, rows: most });
  const rows = most - first.length;
  const others = rows === 0 ? [] : await register.search(context, { within: part, rows });
  const found = [...first, ...others].map(({ id, name }) => ({ id, name }));
  return { items: found.slice(0, MOST_OF_A_KIND), hasMore: found.length === most };
}
