import { pageEvents } from "./accounts/journal.ts";
import type { Events } from "./activity/subject.ts";
import { commands } from "./admin/commands.ts";
import { routes } from "./api/routes.ts";
import type { CallEvent } from "./core/event.ts";
import type { Role } from "./db/schema/accounts.ts";
import { arrivalEvents } from "./domains/inbox/journal.ts";
import { tools } from "./mcp/registry.ts";

type Writer = readonly [name: string, event: CallEvent | null, role?: Role | null];

/** The event of each tool, route, command, page and way in for receipts that writes one, with the least role of a route. */
export const events: Events = new Map(
  [
    ...tools.map(({ name, event }): Writer => [name, event]),
    ...routes.map(({ path, event, role }): Writer => [path, event, role]),
    ...commands.map(({ name, event }): Writer => [name, event]),
    ...Object.entries(pageEvents),
    ...Object.entries(arrivalEvents),
  ].flatMap(([name, event, role = null]) => (event === null ? [] : [[name, { ...event, role }]])),
);
