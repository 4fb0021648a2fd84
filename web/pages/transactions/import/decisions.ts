/** A row that is taken or not, or taken to book the pending transaction beside it. */
export type Tick = boolean | "books";

/** Decisions of a person about a file. */
export type Decisions = {
  /** By the id of a question, a column or an account of the file. */
  readonly answers: Readonly<Record<string, string>>;
  /** Rows that are taken or left out against the plan, by their place in it. */
  readonly ticks: ReadonlyMap<number, Tick>;
  /** Actions whose rows are all taken, or all left out, but for those with a tick of their own. */
  readonly all: ReadonlyMap<string, boolean>;
  readonly skipsErrors: boolean;
};

export const NO_DECISIONS: Decisions = {
  answers: {},
  ticks: new Map(),
  all: new Map(),
  skipsErrors: false,
};

/** Rows that the route takes one by one: their text must fit into an address. */
export const MOST_TICKS = 300;

/** As the routes take them in the query: JSON in base64url. */
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

/** An answer may give the rows other places, so that those chosen one by one are asked again. */
export function answered(decisions: Decisions, id: string, value: string): Decisions {
  const answers = { ...decisions.answers, [id]: value };
  return { ...decisions, answers, ticks: new Map() };
}

/** A row that is as the plan has it is no decision. */
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

/** Decides all rows of an action at once. The given ones are those of it that the preview shows. */
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

/** True for a row that is imported unless it has a tick that says otherwise. */
export function isPlanned(action: string, { all }: Pick<Decisions, "all">): boolean {
  return all.get(action) ?? (action === "new" || action === "update");
}
