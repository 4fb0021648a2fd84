import type { Recording } from "../../activity/journal.ts";
import { fold } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { lockForKeyShare } from "../../db/dialect.ts";
import { insertNewCustomer } from "../customers/create-customer.ts";
import { insertProject, requireCustomerFor } from "../projects/create-project.ts";
import { noSuchProject } from "../projects/project.ts";
import type { Place } from "./places.ts";
import type { Planned } from "./plan-import.ts";

/** Makes the new customers and projects of a plan. @returns ids of new projects by the key of their place */
export async function makePlaces(
  context: Context,
  recording: Recording,
  entries: readonly Planned[],
): Promise<ReadonlyMap<string, string>> {
  const uses = Map.groupBy(entries, ({ place }) => place.key);
  const places = [...uses.values()].flatMap(([one]) => (one === undefined ? [] : [one.place]));
  await keepPlaces(context, places);
  const customers = await makeCustomers(context, recording, places);
  const ids = new Map<string, string>();
  for (const place of places) {
    if (place.id !== null) continue;
    const made = place.newCustomer === null ? undefined : customers.get(fold(place.customer));
    const { id, change } = await insertProject(context, {
      name: place.name,
      customer_id: place.customerId ?? made ?? null,
      billable: uses.get(place.key)?.some(({ row }) => row.isBillable) ?? false,
    });
    ids.set(place.key, id);
    await recording.add([change]);
  }
  return ids;
}

/** Keeps the customers and then the projects that are there, until the transaction ends. */
async function keepPlaces(context: Context, places: readonly Place[]): Promise<void> {
  const customers = new Set(
    places.flatMap(({ id, customerId }) =>
      id === null && customerId !== null ? [customerId] : [],
    ),
  );
  for (const id of [...customers].toSorted()) await requireCustomerFor(context, id);
  const wanted = places.flatMap(({ id }) => (id === null ? [] : [id]));
  if (wanted.length === 0) return;
  const projects = context.db
    .selectFrom("tracker_projects")
    .select("id")
    .where("team_id", "=", context.team.id)
    .where("id", "in", wanted)
    .orderBy("id");
  const kept = new Set((await lockForKeyShare(context.db, projects).execute()).map(({ id }) => id));
  const gone = wanted.find((id) => !kept.has(id));
  if (gone !== undefined) throw noSuchProject(gone, "file");
}

async function makeCustomers(
  context: Context,
  recording: Recording,
  places: readonly Place[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const { newCustomer } of places) {
    if (newCustomer === null || ids.has(fold(newCustomer.name))) continue;
    const { row, created } = await insertNewCustomer(context, newCustomer);
    ids.set(fold(newCustomer.name), row.id);
    await recording.add([created]);
  }
  return ids;
}
