import { counted } from "../../../numbers.ts";
import type { PlannedRow, Preview } from "./sent-file.ts";

type Plan = Pick<Preview, "accounts">;

export type Action = keyof Preview["accounts"][number]["counts"];

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

/** Number of rows in all accounts of the file. */
export function actionCount({ accounts }: Plan, action: Action): number {
  return accounts.reduce((sum, { counts }) => sum + counts[action].count, 0);
}

/** Number of rows that are imported, with decisions that the server has not answered yet. */
export function takenOf({ accounts }: Plan, decisions: Decisions): number {
  return accounts.reduce((sum, { counts, rows }) => {
    const planned = ACTION_WORDS.reduce((all, { action }) => all + counts[action].taken, 0);
    return sum + rows.reduce((all, row) => all + changeOf(row, decisions), planned);
  }, 0);
}

function changeOf(row: PlannedRow, decisions: Decisions): number {
  return Number(isTaken(row, decisions)) - Number(row.taken && row.action !== "duplicate");
}

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

/** `books` takes the row and books the pending transaction beside it. */
export type Tick = boolean | "books";

export type Decisions = {
  /** By the id of a question, a column or an account of the file. */
  readonly answers: Readonly<Record<string, string>>;
  /** Rows that differ from the plan, by their place in it. */
  readonly ticks: ReadonlyMap<number, Tick>;
  /** By action: all rows without a tick of their own are taken, or left out. */
  readonly all: ReadonlyMap<string, boolean>;
  readonly skipsErrors: boolean;
};

export const NO_DECISIONS: Decisions = {
  answers: {},
  ticks: new Map(),
  all: new Map(),
  skipsErrors: false,
};

/** Most rows with a tick of their own: the request's address must hold them. */
export const MOST_TICKS = 300;

/** Writes the query of the routes: JSON in base64url. */
export function encodeDecisions({ answers, ticks, all, skipsErrors }: Decisions): string {
  const chosen = [...ticks].map(([at, tick]) =>
    tick === "books" ? { at, books: true } : { at, take: tick },
  );
  const text = JSON.stringify({
    answers,
    chosen,
    all: Object.fromEntries(all),
    skip_errors: skipsErrors,
  });
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte));
  const padded = btoa(bytes.join(""));
  return padded.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Answers a question. The ticks go, since rows may have other places now. */
export function answered(decisions: Decisions, id: string, value: string): Decisions {
  const answers = { ...decisions.answers, [id]: value };
  return { ...decisions, answers, ticks: new Map() };
}

/** Ticks a row. A tick that agrees with the plan is no decision. */
export function ticked(
  decisions: Decisions,
  { at, action }: { readonly at: number; readonly action: string },
  tick: Tick,
): Decisions {
  const ticks = new Map(decisions.ticks);
  if (tick === isPlanned(action, decisions)) ticks.delete(at);
  else ticks.set(at, tick);
  return { ...decisions, ticks };
}

/** Decides all rows of an action at once. `rows` are those that the preview shows. */
export function decidedAll(
  decisions: Decisions,
  { action, rows }: { readonly action: string; readonly rows: readonly { readonly at: number }[] },
  isTaken: boolean,
): Decisions {
  const places = new Set(rows.map(({ at }) => at));
  const ticks = new Map([...decisions.ticks].filter(([at]) => !places.has(at)));
  const all = new Map(decisions.all);
  if (isTaken === isPlanned(action, NO_DECISIONS)) all.delete(action);
  else all.set(action, isTaken);
  return { ...decisions, ticks, all };
}

/** Tells whether rows of an action are imported without a tick of their own. */
export function isPlanned(action: string, { all }: Pick<Decisions, "all">): boolean {
  return all.get(action) ?? (action === "new" || action === "update");
}
