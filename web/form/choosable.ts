/** A record that can be chosen: its id, its name, and what tells it from others of that name. */
export type Choosable = {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
};

export type Search = (text: string, signal: AbortSignal) => Promise<readonly Choosable[]>;

/** Makes a record of that name and returns it. */
export type Create = (label: string) => Promise<Choosable>;

/** Value of the option that makes a new record. */
export const NEW = "new";

/** Options in the list: the found ones, and one that makes what was typed unless it is there by that name. */
export function withNew(
  found: readonly Choosable[],
  typed: string,
  canCreate: boolean,
): readonly Choosable[] {
  const label = typed.trim();
  const isKnown = found.some((option) => isSameName(option.label, label));
  return label === "" || isKnown || !canCreate
    ? found
    : [...found, { value: NEW, label: `Create “${label}”` }];
}

function isSameName(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: "accent" }) === 0;
}
