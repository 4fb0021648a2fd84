import type { Recording } from "../../activity/journal.ts";
import { fold } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { lockForKeyShare } from "../../db/dialect.ts";
import { insertNewCustomer } from "../customers/create-customer.ts";
import { insertProject, requireCustomerFor } from "../projects/create-project.ts";
import { noSuchProject } from "../projects/project.ts";
import type { TimeImportOptions } from "./import-options.ts";
import type { Planned } from "./plan-import.ts";
import type { TimeRow } from "./time-row.ts";

export type Place = {
  readonly key: string;
  readonly name: string;
  /** Name of its customer in the file; "" for none. */
  readonly customer: string;
  /** Null for a new project. */
  readonly id: string | null;
  readonly customerId: string | null;
  /** Made with a new project. */
  readonly newCustomer: { readonly name: string; readonly email: string } | null;
};

type Places = {
  readonly placeOf: (customer: string, project: string) => Place;
  /** The id by which a project is found, of several that a file cannot tell apart. */
  readonly foundAs: (projectId: string) => string;
};

/**
 * Finds projects by name, ignoring case and accents: the customer's, else one without a customer, else the
 * only one. A name of another customer's project is a new project.
 */
export async function placesOf(
  context: Context,
  options: TimeImportOptions,
  rows: readonly Pick<TimeRow, "customer" | "project">[],
): Promise<Places> {
  const found = await inParts(namesIn(rows, "project"), async (some) => projectsOf(context, some));
  const known = Map.groupBy(found, ({ name_folded }) => name_folded);
  const customers = new Map(
    await inParts(namesIn(rows, "customer"), async (some) => customersOf(context, some)),
  );
  const given = new Map(
    options.customers.map((name, index) => [fold(name), options.emails[index] ?? ""]),
  );
  const places = new Map<string, Place>();
  // Most rows repeat names to the letter: to fold them again would take longer than the rest.
  const written = new Map<string, Place>();
  return { placeOf, foundAs: foundAsIn(found) };

  function placeOf(customer: string, project: string): Place {
    const text = JSON.stringify([customer, project]);
    const place = written.get(text) ?? find();
    written.set(text, place);
    return place;

    function find(): Place {
      const key = JSON.stringify([fold(customer), fold(project)]);
      const place = places.get(key) ?? make(key);
      places.set(key, place);
      return place;
    }

    function make(key: string): Place {
      const found = choose(known.get(fold(project)) ?? [], fold(customer));
      const named = { key, name: project, customer };
      if (found !== undefined)
        return { ...named, id: found.id, customerId: found.customer_id, newCustomer: null };
      const customerId = customer === "" ? null : (customers.get(fold(customer)) ?? null);
      const email = given.get(fold(customer)) ?? "";
      const newCustomer = customerId === null && email !== "" ? { name: customer, email } : null;
      return { ...named, id: null, customerId, newCustomer };
    }
  }
}

function foundAsIn(projects: readonly Known[]): (projectId: string) => string {
  const found = new Map<string, string>();
  const firsts = new Map<string, string>();
  for (const { id, name_folded, customer_folded } of projects) {
    const key = JSON.stringify([name_folded, customer_folded]);
    const first = firsts.get(key) ?? id;
    firsts.set(key, first);
    found.set(id, first);
  }
  return (id) => found.get(id) ?? id;
}

type Known = Awaited<ReturnType<typeof projectsOf>>[number];

function choose(projects: readonly Known[], customer: string): Known | undefined {
  const isFree = ({ customer_id }: Known) => customer_id === null;
  if (customer === "") return projects.find(isFree) ?? projects[0];
  return projects.find((project) => project.customer_folded === customer) ?? projects.find(isFree);
}

function namesIn(
  rows: readonly Pick<TimeRow, "customer" | "project">[],
  column: "customer" | "project",
): readonly string[] {
  const names = new Set(rows.map((row) => row[column]));
  return [...new Set([...names].map(fold))];
}

const NAMES_A_READ = 1000;

async function inParts<Known>(
  names: readonly string[],
  read: (some: readonly string[]) => Promise<readonly Known[]>,
): Promise<readonly Known[]> {
  const found: Known[] = [];
  for (let start = 0; start < names.length; start += NAMES_A_READ)
    found.push(...(await read(names.slice(start, start + NAMES_A_READ))));
  return found;
}

async function projectsOf({ db, team }: Context, names: readonly string[]) {
  return db
    .selectFrom("tracker_projects as project")
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "project.team_id")
        .onRef("customer.id", "=", "project.customer_id"),
    )
    .select(["project.id", "project.name_folded", "project.customer_id"])
    .select("customer.name_folded as customer_folded")
    .where("project.team_id", "=", team.id)
    .where("project.name_folded", "in", names)
    .orderBy("project.created_at", "desc")
    .orderBy("project.id", "desc")
    .execute();
}

/** Ids by folded name; of customers with the same name the newest. */
async function customersOf({ db, team }: Context, names: readonly string[]) {
  const rows = await db
    .selectFrom("customers")
    .select(["id", "name_folded"])
    .where("team_id", "=", team.id)
    .where("name_folded", "in", names)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id, name_folded }) => [name_folded, id] as const);
}

/** @returns ids of the projects that were made, by the key of their place */
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

/** Keeps existing customers, and then existing projects, until the transaction ends. */
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
