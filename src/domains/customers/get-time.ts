import { z } from "zod";
import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { listProjects } from "../projects/list-projects.ts";
import { requireCustomer } from "./get-customer.ts";

const MOST_PROJECTS = 50;

export const CustomerTime = z.object({
  /** The newest projects, each with the seconds of all people. */
  projects: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.enum(["in_progress", "completed"]),
      seconds: z.int(),
    }),
  ),
  /** There are more projects than these. */
  hasMore: z.boolean(),
});

export type CustomerTime = z.output<typeof CustomerTime>;

/** Projects of a customer with their time, as its page shows them. */
export async function getCustomerTime(context: Context, { id }: ById): Promise<CustomerTime> {
  await requireCustomer(context, { id });
  const projects = await listProjects(context, { customer_id: id, limit: MOST_PROJECTS });
  return {
    projects: projects.items.map(({ id, name, status, total_duration }) => ({
      id,
      name,
      status,
      seconds: total_duration ?? 0,
    })),
    hasMore: projects.nextCursor !== null,
  };
}
