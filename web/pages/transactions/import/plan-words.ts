import { counted } from "../../../numbers.ts";
import { type Decisions, isPlanned } from "./decisions.ts";
import type { PlannedRow, Preview } from "./sent-file.ts";

type Plan = Pick<Preview, "accounts">;

export type Action = keyof Preview["accounts"][number]["counts"];

/** Actions in the order of their tabs. */
export const ACTION_WORDS = [
  { action: "new", label: "New", hint: "Not here yet. They will be imported." },
  {
    action: "likely",
    label: "Unsure",
    hint: "They look like transactions that are here already. Tick those that are others, or all of them.",
  },
  {
    action: "update",
    label: "Updated",
    hint: "The bank has booked them, or knows more. Category, note and tags stay.",
  },
  {
    action: "forgotten",
    label: "Deleted before",
    hint: "Somebody deleted them here. Tick those that should come back, or all of them.",
  },
  {
    action: "duplicate",
    label: "Already here",
    hint: "An earlier import brought them. They are not imported again.",
  },
] as const satisfies readonly {
  readonly action: Action;
  readonly label: string;
  readonly hint: string;
}[];

/** Rows of an action in all accounts of the file. */
export function actionCount({ accounts }: Plan, action: Action): number {
  return accounts.reduce((sum, { counts }) => sum + counts[action].count, 0);
}

/** Rows that are imported, with the decisions that the plan does not have yet. */
export function takenOf({ accounts }: Plan, decisions: Decisions): number {
  return accounts.reduce((sum, { counts, rows }) => {
    const planned = ACTION_WORDS.reduce((all, { action }) => all + counts[action].taken, 0);
    return sum + rows.reduce((all, row) => all + changeOf(row, decisions), planned);
  }, 0);
}

function changeOf(row: PlannedRow, decisions: Decisions): number {
  return Number(isTaken(row, decisions)) - Number(row.taken && row.action !== "duplicate");
}

/** True for a row that is imported as it is ticked. */
export function isTaken(
  { at, action }: Pick<PlannedRow, "at" | "action">,
  decisions: Decisions,
): boolean {
  const tick = decisions.ticks.get(at) ?? isPlanned(action, decisions);
  return action !== "duplicate" && tick !== false;
}

/** `“New” has 1 row instead of 2. “Already here” has 1 row instead of none.`; "" for the same numbers. */
export function changesBetween(before: Plan, after: Plan): string {
  return ACTION_WORDS.flatMap(({ action, label }) => {
    const [was, is] = [actionCount(before, action), actionCount(after, action)];
    if (was === is) return [];
    const now = is === 0 ? "no row" : counted(is, "row");
    return [
      `“${label}” has ${now} instead of ${was === 0 ? "none" : was.toLocaleString("en-GB")}.`,
    ];
  }).join(" ");
}
