import * as fc from "fast-check";
import { createProject } from "../src/domains/projects/create-project.ts";
import type { Team } from "./app.ts";

/** An action on a random row, a while after the last. */
export type Step = {
  readonly kind: keyof typeof KINDS;
  readonly which: number;
  readonly other: number;
  readonly pass: number;
};

/** Any history of a team. A new tool that writes needs a kind here. */
export function lives(longest: number): fc.Arbitrary<Step[]> {
  const step = fc.record({
    kind: fc.constantFrom(...(Object.keys(KINDS) as Step["kind"][])),
    which: fc.nat(1000),
    other: fc.nat(1000),
    pass: fc.oneof(fc.constant(0), fc.nat(120_000), fc.nat(20 * 3_600_000)),
  });
  return fc.array(step, { minLength: 1, maxLength: longest });
}

/** Takes a step if possible; a refused one changes nothing. */
export async function take(team: Team, { kind, pass, ...numbers }: Step): Promise<void> {
  team.world.pass(pass);
  const state = (await team.state()) as Record<string, { id: string }[]>;
  const ids = (table: string) => (state[table] ?? []).map(({ id }) => id);
  const one = (table: string) => pick(ids(table), numbers.which) ?? NONE;
  const some = (table: string) =>
    ids(table).filter((_, index) => (numbers.other >> index) % 2 === 1);
  await KINDS[kind](team, { one, some, ...numbers });
}

const NONE = "0198c5a0-7e57-7000-8000-000000000000";

const NAMES = ["Änne", "anne", "Acme", "ACME", "Ärzte"];

type Given = {
  readonly one: (table: string) => string;
  readonly some: (table: string) => readonly string[];
  readonly which: number;
  readonly other: number;
};

type Kind = (team: Team, given: Given) => Promise<unknown>;

const KINDS = {
  customers_create: (team, { which, other, some }) =>
    team.attempt("customers_create", {
      name: pick(NAMES, which),
      email: `mail${which}@acme.example`,
      note: other % 2 === 0 ? null : "Likes tea.",
      tag_ids: some("tags"),
    }),
  customers_update: (team, { other, one, some }) =>
    team.attempt("customers_update", {
      id: one("customers"),
      ...pick(
        [
          { name: pick(NAMES, other), phone: "1" },
          { email: `other${other}@acme.example`, phone: null },
          { tag_ids: some("tags") },
          { is_archived: other % 2 === 0, default_payment_terms: other },
          { note: "x", city: "Köln", tag_ids: some("tags") },
        ],
        other,
      ),
    }),
  customers_delete: (team, { one }) => team.attempt("customers_delete", { id: one("customers") }),
  tags_create: (team, { which }) => team.attempt("tags_create", { name: pick(NAMES, which) }),
  tags_delete: (team, { one }) => team.attempt("tags_delete", { id: one("tags") }),
  tracker_start_timer: (team, { other, one }) =>
    team.attempt("tracker_start_timer", {
      project_id: one("tracker_projects"),
      ...(other % 3 === 0 ? { start: earlier(team, other) } : {}),
    }),
  tracker_stop_timer: (team, { other, one }) =>
    team.attempt("tracker_stop_timer", other % 2 === 0 ? {} : { entry_id: one("tracker_entries") }),
  tracker_delete_entry: (team, { one }) =>
    team.attempt("tracker_delete_entry", { id: one("tracker_entries") }),
  project: async (team, { which, other, one, some }) => {
    const customer = other % 2 === 0 && some("customers").length > 0 ? one("customers") : null;
    const context = { ...team.auditContext, now: team.world.now };
    await createProject(context, { name: pick(NAMES, which) ?? "", customer_id: customer });
  },
} as const satisfies Record<string, Kind>;

function earlier({ world }: Team, hours: number): string {
  return new Date(Date.parse(world.now) - (hours % 50) * 3_600_000).toISOString();
}

function pick<T>(things: readonly T[], which: number): T | undefined {
  return things[which % things.length];
}
