import type { Context } from "../db/context.ts";
import { ListProjects, listProjects } from "../domains/projects/list-projects.ts";
import { startTimer } from "../domains/timers/start-timer.ts";
import { stopTimer } from "../domains/timers/stop-timer.ts";
import { addMilliseconds, type Instant } from "../shared/time.ts";
import { type Assistant, workAs } from "./assistant.ts";
import { type Chance, chanceOf } from "./chance.ts";
import type { Staff } from "./fill-team.ts";
import { contextAt } from "./past.ts";
import { PEOPLE, type PersonName } from "./people.ts";
import { type DemoProject, DEMO_PROJECTS } from "./projects.ts";
import { inWebApp } from "./web-app.ts";
import { slotsOf } from "./workday.ts";

type Ids = ReadonlyMap<string, string>;
type Task = { readonly project_id: string; readonly description: string };

/**
 * Creates three months of everybody's time up to now, and a running timer of the owner, whose assistant
 * started it.
 */
export async function fillTime(staff: Staff, assistant: Assistant, projects: Ids): Promise<void> {
  const start = async (then: Instant, task: Task) => startByAssistant(assistant, then, task);
  await fillTimeOf("mara", staff.mara, projects, start);
  await fillTimeOf("daniel", staff.daniel, projects, start);
  await fillTimeOf("yuki", staff.yuki, projects, start);
}

async function fillTimeOf(
  name: PersonName,
  context: Context,
  projects: Ids,
  startRunning: (then: Instant, task: Task) => Promise<void>,
): Promise<void> {
  const chance = chanceOf(PEOPLE[name].seed);
  const slots = slotsOf(chance, PEOPLE[name], context.now);
  let task: Task | null = null;
  for (const [position, { ago, start, stop }] of slots.entries()) {
    task = nextTask(chance, tasksOf(name, ago, projects), task);
    if (stop === null) await startRunning(start, task);
    else await startTimer(inWebApp(contextAt(context, start), "POST /api/teams/:team/timer"), task);
    // The next timer, started at the same moment, stops this one by itself.
    const isFollowed = slots[position + 1]?.start === stop;
    if (stop !== null && !isFollowed)
      await stopTimer(
        inWebApp(contextAt(context, stop), "POST /api/teams/:team/timer/:id/stop"),
        {},
      );
  }
}

/** Looks the project up and starts the timer on it. */
async function startByAssistant(assistant: Assistant, then: Instant, task: Task): Promise<void> {
  const start = addMilliseconds(then, -8000);
  await workAs(assistant, { start, chance: chanceOf(37) }, async ({ call }) => {
    const all = ListProjects.parse({});
    await call(0, "tracker_list_projects", async (context) => listProjects(context, all));
    await call(8, "tracker_start_timer", async (context) => startTimer(context, task));
  });
}

function tasksOf(person: PersonName, ago: number, projects: Ids): readonly Task[] {
  const isOpen = ({ since, completed }: DemoProject) =>
    ago < since && (completed === undefined || ago > completed);
  return DEMO_PROJECTS.filter(
    (project) => project.people.includes(person) && isOpen(project),
  ).flatMap((project) =>
    project.work.map((description) => ({
      project_id: projects.get(project.name) ?? "",
      description,
    })),
  );
}

function nextTask(chance: Chance, tasks: readonly Task[], last: Task | null): Task {
  return chance.pick(tasks.filter(({ description }) => description !== last?.description));
}
