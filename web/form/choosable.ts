/** Record to choose. `hint` tells it from others of the same name. */
export type Choosable = {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
};

export type Search = (text: string, signal: AbortSignal) => Promise<readonly Choosable[]>;

export type Create = (label: string) => Promise<Choosable>;

export const NEW = "new";

/** Adds the option that creates a record, unless an option has the typed name already. */
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
