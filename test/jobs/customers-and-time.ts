import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Job } from "./job.ts";

export const CUSTOMERS_AND_TIME: readonly Job[] = [
  {
    asks: "Which of our customers in Germany have no VAT number?",
    fewest: 1,
    readsMemos: true,
    work: async (assistant) => {
      const asked = { country_code: "DE", has_vat_number: false, limit: 100 };
      const { items } = await assistant.call("customers_list", asked);
      return items.map(({ name }: { name: string }) => name);
    },
    check: async (ledger, told) => {
      const rows = await ledger.rows(
        (team) =>
          sql`select name from customers where team_id = ${team} and country_code = 'DE' and vat_number is null`,
      );
      assert.ok(rows.length > 0);
      assert.deepEqual(inOrder(told), inOrder(rows.map(({ name }) => name)));
    },
  },
  {
    asks: "Weingut Grünauer pays within 30 days from now on.",
    fewest: 2,
    work: async (assistant) => {
      const { items } = await assistant.call("customers_list", { name: "Weingut Grünauer" });
      const [{ id }] = items;
      return assistant.call("customers_update", { id, default_payment_terms: 30 });
    },
    check: async (ledger) => {
      const rows = await ledger.rows(
        (team) =>
          sql`select default_payment_terms as days from customers where team_id = ${team} and name = 'Weingut Grünauer'`,
      );
      assert.deepEqual(rows, [{ days: 30 }]);
    },
    journal: ["customers_update: 1 customer changed"],
  },
  {
    asks: "Add Brückner & Söhne, info@brueckner.example, Germany, and tag them Retail.",
    fewest: 2,
    work: async (assistant) => {
      const { items } = await assistant.call("tags_list");
      const { id } = items.find(({ name }: { name: string }) => name === "Retail");
      return assistant.call("customers_create", {
        name: "Brückner & Söhne",
        email: "info@brueckner.example",
        country: "Germany",
        countryCode: "DE",
        tag_ids: [id],
      });
    },
    check: async (ledger) => {
      const rows = await ledger.rows(
        (
          team,
        ) => sql`select tag.name as tag, customer.country_code as country from customers as customer
          join customer_tags as link on link.team_id = customer.team_id and link.customer_id = customer.id
          join tags as tag on tag.team_id = link.team_id and tag.id = link.tag_id
          where customer.team_id = ${team} and customer.email = 'info@brueckner.example'`,
      );
      assert.deepEqual(rows, [{ tag: "Retail", country: "DE" }]);
    },
    journal: ["customers_create: 1 customer added", "customers_create: 1 customer_tag added"],
  },
  {
    asks: "How many hours did Daniel work in October, by project?",
    fewest: 1,
    work: async (assistant) => {
      const asked = { assigned_id: "Daniel", ...OCTOBER, group_by: "project" };
      const { groups } = await assistant.call("tracker_list_entries", asked);
      return groups.map(({ name, duration }: any) => [name, duration]);
    },
    check: async (ledger, told) => {
      const own = (await trackedIn(ledger, OCTOBER)).filter(
        ([person]) => person === "Daniel Okafor",
      );
      assert.ok(own.length > 3);
      assert.deepEqual(inOrder(told), inOrder(own.map(([, ...of]) => of)));
    },
  },
  {
    asks: "How many hours did each of us work last week?",
    fewest: 1,
    work: async (assistant) => {
      const asked = { assigned_id: "all", ...LAST_WEEK, group_by: "person" };
      const { groups } = await assistant.call("tracker_list_entries", asked);
      return groups.map(({ name, duration }: any) => [name, duration]);
    },
    check: async (ledger, told) => {
      const byPerson = Map.groupBy(await trackedIn(ledger, LAST_WEEK), ([person]) => person);
      const sums = [...byPerson].map(([person, some]) => [
        person,
        some.reduce((sum, [, , seconds]) => sum + seconds, 0),
      ]);
      assert.equal(sums.length, 3);
      assert.deepEqual(inOrder(told), inOrder(sums));
    },
  },
  {
    asks: "Who worked how long on which project in October?",
    fewest: 1,
    work: async (assistant) => {
      const { people } = await assistant.read("ledgerport://tracker/months/2026-10");
      return people.flatMap(({ name, projects }: any) =>
        projects.map((project: any) => [name, project.name, project.total_duration]),
      );
    },
    check: async (ledger, told) =>
      assert.deepEqual(inOrder(told), inOrder(await trackedIn(ledger, OCTOBER))),
  },
  {
    asks: "Log yesterday from 9:00 to 11:30 for me on the website relaunch: wireframes.",
    fewest: 2,
    work: async (assistant) => {
      const project_id = await projectCalled(assistant, "Website relaunch");
      const time = { start: "2026-11-20T09:00:00+01:00", stop: "2026-11-20T11:30:00+01:00" };
      const asked = { project_id, description: "Wireframes", ...time };
      const { id, notices } = await assistant.call("tracker_start_timer", asked);
      return { id, notices };
    },
    check: async (ledger, { id, notices }) => {
      const [entry] = await entryOf(ledger, id);
      assert.deepEqual(entry, {
        date: "2026-11-20",
        start: "2026-11-20T08:00:00.000Z",
        stop: "2026-11-20T10:30:00.000Z",
        duration: 9000,
        description: "Wireframes",
        project: "Website relaunch",
      });
      const others = await ledger.rows(
        (
          team,
        ) => sql`select other.id as id from tracker_entries as other where other.team_id = ${team}
          and other.assigned_id = ${ledger.team.userId} and other.id <> ${id}
          and other.start < '2026-11-20T10:30:00.000Z' and other.stop > '2026-11-20T08:00:00.000Z'`,
      );
      // The answer tells overlaps.
      assert.equal(JSON.stringify(notices ?? []).includes("overlap"), others.length > 0);
      const running = await runningOf(ledger);
      assert.equal(running.length, 1, "the timer of today still runs");
    },
    journal: ["tracker_start_timer: 1 tracker_entry added"],
  },
  {
    asks: "My running timer is about the sprint review, and I began at 9:00.",
    fewest: 2,
    readsMemos: true,
    work: async (assistant) => {
      const today = { from: "2026-11-21", to: "2026-11-21" };
      const { items } = await assistant.call("tracker_list_entries", today);
      const { id, project } = items.find(({ stop }: any) => stop === null);
      return assistant.call("tracker_start_timer", {
        entry_id: id,
        project_id: project.id,
        description: "Sprint review",
        start: "2026-11-21T09:00:00+01:00",
      });
    },
    check: async (ledger) => {
      const running = await runningOf(ledger);
      assert.deepEqual(running, [
        { description: "Sprint review", start: "2026-11-21T08:00:00.000Z" },
      ]);
    },
    journal: ["tracker_start_timer: 1 tracker_entry changed"],
  },
  {
    asks: "Stop my timer, and note: sprint review with Jana.",
    fewest: 1,
    work: (assistant) =>
      assistant.call("tracker_stop_timer", { description: "Sprint review with Jana" }),
    check: async (ledger, { id }) => {
      const [entry] = await entryOf(ledger, id);
      assert.equal(entry.description, "Sprint review with Jana");
      assert.equal(entry.stop, ledger.team.world.now);
      assert.deepEqual(await runningOf(ledger), []);
    },
    journal: ["tracker_stop_timer: 1 tracker_entry changed"],
  },
  {
    asks: "I logged the wireframes of yesterday by mistake. Delete them.",
    fewest: 2,
    readsMemos: true,
    work: async (assistant) => {
      const yesterday = { from: "2026-11-20", to: "2026-11-20" };
      const { items } = await assistant.call("tracker_list_entries", yesterday);
      const { id } = items.find(({ description }: any) => description === "Wireframes");
      return assistant.call("tracker_delete_entry", { id });
    },
    check: async (ledger, { id, deleted }) => {
      assert.equal(deleted, true);
      assert.deepEqual(await entryOf(ledger, id), []);
    },
    journal: ["tracker_delete_entry: 1 tracker_entry removed"],
  },
];

export const OCTOBER = { from: "2026-10-01", to: "2026-10-31" } as const;

const LAST_WEEK = { from: "2026-11-09", to: "2026-11-15" } as const;

type Assistant = Parameters<Job["work"]>[0];
type Ledger = Parameters<Job["check"]>[0];

async function projectCalled(assistant: Assistant, wanted: string): Promise<string> {
  const { items } = await assistant.call("tracker_list_projects", { limit: 100 });
  return items.find(({ name }: { name: string }) => name === wanted).id;
}

type Tracked = readonly [person: string, project: string, seconds: number];

async function trackedIn(
  ledger: Ledger,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly Tracked[]> {
  const rows = await ledger.rows(
    (
      team,
    ) => sql`select person.name as person, project.name as project, sum(entry.duration) as seconds
      from tracker_entries as entry join users as person on person.id = entry.assigned_id
      join tracker_projects as project on project.id = entry.project_id
      where entry.team_id = ${team} and entry.date between ${from} and ${to}
      group by person.name, project.name`,
  );
  return rows.map(({ person, project, seconds }) => [person, project, Number(seconds)]);
}

/** An entry by its id, or nothing. */
function entryOf(ledger: Ledger, id: string): Promise<any[]> {
  return ledger.rows(
    (team) => sql`select entry.date as date, entry.start as start, entry.stop as stop,
      entry.duration as duration, entry.description as description, project.name as project
      from tracker_entries as entry join tracker_projects as project on project.id = entry.project_id
      where entry.team_id = ${team} and entry.id = ${id}`,
  );
}

/** Timers of the owner that run. */
function runningOf(ledger: Ledger): Promise<any[]> {
  return ledger.rows(
    (team) => sql`select description, start from tracker_entries
      where team_id = ${team} and assigned_id = ${ledger.team.userId} and start is not null and stop is null`,
  );
}

/** Rows of which the order does not matter. */
export function inOrder(rows: readonly unknown[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}
