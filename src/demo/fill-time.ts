import type { Context } from "../db/context.ts";
import { startTimer } from "../domains/timers/start-timer.ts";
import { stopTimer } from "../domains/timers/stop-timer.ts";
import { type Chance, chanceOf } from "./chance.ts";
import type { Staff } from "./fill-team.ts";
import { at } from "./past.ts";
import { PEOPLE, type PersonName } from "./people.ts";
import { type DemoProject, PROJECTS } from "./projects.ts";
import { slotsOf } from "./workday.ts";

type Ids = ReadonlyMap<string, string>;
type Task = { readonly project_id: string; readonly description: string };

/** Creates three months of everybody's time up to now, and a running timer of the owner. */
export async function fillTime(staff: Staff, projects: Ids): Promise<void> {
  await fillTimeOf("mara", staff.mara, projects);
  await fillTimeOf("daniel", staff.daniel, projects);
  await fillTimeOf("yuki", staff.yuki, projects);
}

async function fillTimeOf(name: PersonName, context: Context, projects: Ids): Promise<void> {
  const chance = chanceOf(PEOPLE[name].seed);
  const slots = slotsOf(chance, PEOPLE[name], context.now);
  let task: Task | null = null;
  for (const [position, { ago, start, stop }] of slots.entries()) {
    task = nextTask(chance, tasksOf(name, ago, projects), task);
    await startTimer({ ...at(context, start), tool: "tracker_start_timer" }, task);
    // The next timer, started at the same moment, stops this one by itself.
    const isFollowed = slots[position + 1]?.start === stop;
    if (stop !== null && !isFollowed)
      await stopTimer({ ...at(context, stop), tool: "tracker_stop_timer" }, {});
  }
}

function tasksOf(person: PersonName, ago: number, projects: Ids): readonly Task[] {
  const isOpen = ({ since, completed }: DemoProject) =>
    ago < since && (completed === undefined || ago > completed);
  return PROJECTS.filter((project) => project.people.includes(person) && isOpen(project)).flatMap(
    (project) =>
      project.work.map((description) => ({
        project_id: projects.get(project.name) ?? "",
        description,
      })),
  );
}

function nextTask(chance: Chance, tasks: readonly Task[], last: Task | null): Task {
  return chance.pick(tasks.filter(({ description }) => description !== last?.description));
}
