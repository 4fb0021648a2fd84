import type { Context } from "../db/context.ts";
import { ListProjects, listProjects } from "../domains/projects/list-projects.ts";
import { startTimer } from "../domains/timers/start-timer.ts";
import { stopTimer } from "../domains/timers/stop-timer.ts";
import { addDays, momentIn, weekdayOf } from "../shared/calendar.ts";
import {
  addMilliseconds,
  earlier,
  later,
  type Instant,
  type Day,
  dayIn,
  millisecondsBetween,
} from "../shared/time.ts";
import { type Assistant, workAs } from "./assistant.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { contextAt, inWebApp } from "./past.ts";
import { type Staff, PEOPLE, type PersonName, type Person } from "./people.ts";
import { type DemoProject, DEMO_PROJECTS } from "./projects.ts";

type Ids = ReadonlyMap<string, string>;
type Task = { readonly project_id: string; readonly description: string };

/** Three months of everybody's time up to now, and a running timer, which the owner's assistant started. */
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

/** The next may begin at its stop. The last may still run. */
type Slot = { readonly ago: number; readonly start: Instant; readonly stop: Instant | null };

type Hours = { readonly from: Instant; readonly until: Instant };

const DAYS = 91;
const MINUTE = 60_000;

/** The owner also works today, on any weekday, and is still working. */
export function slotsOf(chance: Chance, person: Person, now: Instant): readonly Slot[] {
  const today = dayIn(person.timeZone, now);
  const slots: Slot[] = [];
  for (let ago = DAYS; ago > 0; ago -= 1) {
    const day = addDays(today, -ago);
    if (!isDayOff(person, today, day))
      slots.push(...slotsIn(chance, usualHours(chance, person, day), ago));
  }
  const usual = usualHours(chance, person, today);
  if (person.role !== "owner") {
    const hours = { from: usual.from, until: earlier(usual.until, now) };
    return isDayOff(person, today, today) ? slots : [...slots, ...slotsIn(chance, hours, 0)];
  }
  const midnight = momentIn(person.timeZone, today, 0);
  const running = later(midnight, addMilliseconds(now, -40 * MINUTE));
  const hours = hoursBefore(addMilliseconds(running, -5 * MINUTE), usual, midnight);
  return [...slots, ...slotsIn(chance, hours, 0), { ago: 0, start: running, stop: null }];
}

function isDayOff(
  { daysOff, holidays, leave: [first, last] }: Person,
  today: Day,
  day: Day,
): boolean {
  const onLeave = day >= addDays(today, -first) && day <= addDays(today, -last);
  return onLeave || daysOff.includes(weekdayOf(day)) || holidays.includes(day.slice(5));
}

function usualHours(chance: Chance, { timeZone }: Person, day: Day): Hours {
  return {
    from: momentIn(timeZone, day, chance.between(8 * 60 + 25, 9 * 60 + 40)),
    until: momentIn(timeZone, day, chance.between(16 * 60 + 40, 18 * 60 + 25)),
  };
}

/** The usual hours, cut off at `end`; moved to the hours before it when `end` is early in the day. */
function hoursBefore(end: Instant, { from, until }: Hours, midnight: Instant): Hours {
  return {
    from: later(midnight, earlier(from, addMilliseconds(end, -150 * MINUTE))),
    until: earlier(until, end),
  };
}

const SHORTEST = 15;
const LENGTHS = [20, 35, 45, 55, 70, 85, 100, 120, 150, 200];
const BEFORE_LUNCH = 170;

/** Slots of 15 minutes to some 3½ hours, with a lunch break and pauses. */
function slotsIn(chance: Chance, { from, until }: Hours, ago: number): readonly Slot[] {
  const slots: Slot[] = [];
  let hadLunch = false;
  for (let start = from; ;) {
    const left = Math.floor(millisecondsBetween(start, until) / MINUTE);
    const length = Math.min(chance.pick(LENGTHS) + chance.between(-4, 9), left);
    if (length < SHORTEST) return slots;
    const stop = addMilliseconds(start, length * MINUTE);
    slots.push({ ago, start, stop });
    const isLunch: boolean = !hadLunch && millisecondsBetween(from, stop) > BEFORE_LUNCH * MINUTE;
    hadLunch ||= isLunch;
    start = addMilliseconds(stop, MINUTE * (isLunch ? chance.between(35, 65) : pauseOf(chance)));
  }
}

function pauseOf(chance: Chance): number {
  return chance.often(0.5) ? 0 : chance.between(4, 20);
}
