import assert from "node:assert/strict";
import type { IdOf } from "../src/core/example.ts";
import type { Team } from "./app.ts";
import { addProject } from "./tracker.ts";

/** One record of each kind that tools and routes of domains name in their examples. */
export async function ownThings(team: Team): Promise<Readonly<Record<string, string>>> {
  const tag = await team.call("tags_create", { name: "Regular" });
  const customer = await team.call("customers_create", {
    name: "Acme",
    email: "hello@acme.example",
    tag_ids: [tag.id],
  });
  const project = await addProject(team, { name: "Website", customer_id: customer.id });
  const entry = await team.call("tracker_start_timer", { project_id: project });
  return {
    customer: customer.id,
    tag: tag.id,
    tracker_project: project,
    tracker_entry: entry.id,
    user: team.userId,
  };
}

/** Looks up the ids that an example asks for. */
export function idIn(things: Readonly<Record<string, string>>): IdOf {
  return (kind) => things[kind] ?? assert.fail(`test/own-things.ts makes no ${kind}`);
}
