import { counted } from "../shared/words.ts";
import { Refusal } from "./errors.ts";
import { label, text, uuid } from "./fields.ts";
import { fold, foldCase } from "./fold.ts";
import type { Completion } from "./resource.ts";
import { quoted } from "./visible.ts";

const LONGEST_NAME = 200;

export const reference = label(LONGEST_NAME);

export type Named = { readonly id: string; readonly name: string };

export type Register<Context> = {
  readonly noun: string;
  readonly list: string;
  readonly byId: (context: Context, id: string) => Promise<Named | undefined>;
  /** Sorts a search for exact names or prefixes by name, other searches by the newest first. */
  readonly search: (context: Context, search: Search) => Promise<readonly Named[]>;
  /** Other records with one of these records' names, folded; possibly not all of them. */
  readonly others: (context: Context, things: readonly Named[]) => Promise<readonly Named[]>;
};

export type Search = {
  readonly is?: string | undefined;
  readonly begins?: string | undefined;
  readonly holds?: string | undefined;
  readonly within?: string | undefined;
  readonly isPast?: boolean | undefined;
  readonly rows: number;
};

/** @throws Refusal when several have the name, ignoring case */
async function findExact<Context>(
  context: Context,
  register: Register<Context>,
  given: string,
): Promise<Named | null> {
  const id = uuid.safeParse(given).data;
  const known = id === undefined ? undefined : await register.byId(context, id);
  if (known !== undefined) return known;
  const alike = await register.search(context, { is: fold(given), rows: MOST_ALIKE });
  const [one, ...others] = alike.filter(({ name }) => foldCase(name) === foldCase(given));
  if (one === undefined) return null;
  if (others.length === 0) return one;
  throw several(register, `are called ${quoted(given)}`, [one, ...others], ({ id }) => id);
}

/**
 * Finds a record by its id, its name, or a part of the name that no other has; null when none matches.
 * @throws Refusal when several match
 */
export async function findNamed<Context>(
  context: Context,
  register: Register<Context>,
  given: string,
): Promise<Named | null> {
  const exact = await findExact(context, register, given);
  if (exact !== null) return exact;
  const alike = await register.search(context, { holds: fold(given), rows: MOST_SEEN });
  const [one, ...others] = alike;
  if (one === undefined) return null;
  if (others.length === 0) return one;
  const told = ({ id, name }: Named) => `${quoted(name)} (${id})`;
  throw several(register, `have ${quoted(given)} in their names`, alike, told);
}

/** @throws Refusal when none or several match, as `findNamed` matches */
export async function requireNamed<Context>(
  context: Context,
  register: Register<Context>,
  given: string,
): Promise<Named> {
  const found = await findNamed(context, register, given);
  if (found === null) throw none(register, given);
  return found;
}

/**
 * Suggests names that contain the typed text: prefix matches first, past records last; the newest
 * when nothing is typed. A name of several records is offered as their ids.
 */
export function completionOf<Context>(register: Register<Context>): Completion<Context> {
  return async (context, typed) => {
    const asked = text(LONGEST_NAME).safeParse(typed.trim());
    if (!asked.success) return [];
    const part = fold(asked.data);
    const ways = part === "" ? [{}] : [{ begins: part }, { within: part }];
    const found: Named[] = [];
    for (const isPast of [false, true]) {
      for (const way of ways) {
        const rows = MOST_OFFERED - found.length;
        if (rows > 0) found.push(...(await register.search(context, { ...way, isPast, rows })));
      }
    }
    const shared = await sharedNames(context, register, found);
    return found.map(({ id, name }) => (shared.has(foldCase(name)) ? id : name));
  };
}

async function sharedNames<Context>(
  context: Context,
  register: Register<Context>,
  things: readonly Named[],
): Promise<ReadonlySet<string>> {
  if (things.length === 0) return new Set();
  const others = await register.others(context, things);
  const names = [...things, ...others].map(({ name }) => foldCase(name));
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

/** One more than the specification allows, so that the answer can say there are more. */
const MOST_OFFERED = 101;
/** Bounds the records whose names differ in accents alone. */
const MOST_ALIKE = 1000;
const MOST_SEEN = 21;
const MOST_TOLD = 5;

function several<Context>(
  { noun }: Register<Context>,
  have: string,
  things: readonly Named[],
  told: (thing: Named) => string,
): Refusal {
  const more = things.length - MOST_TOLD;
  const number = things.length < MOST_SEEN ? counted(things.length, noun) : `Many ${noun}s`;
  const list = [...things.slice(0, MOST_TOLD).map(told), ...(more > 0 ? ["and others"] : [])];
  return new Refusal({
    code: "invalid_argument",
    path: noun,
    message: `${number} ${have}: ${list.join(", ")}`,
    next: "give the id of the one you mean",
  });
}

function none<Context>({ noun, list }: Register<Context>, given: string): Refusal {
  return new Refusal({
    code: "not_found",
    path: noun,
    message: `No ${noun} of this team has the id or name ${quoted(given)}, nor a name that contains it`,
    next: `${list} shows them`,
  });
}
