type Path = readonly (string | number)[];

/** Elements of the array at a path. */
export type Part = { readonly path: Path; readonly items: readonly unknown[] };

/** Values in a part, of which a text counts as one for each hundred characters. */
export const VALUES_A_PART = 5000;

/**
 * Takes a value of plain objects and arrays apart, so that no part of it is large: another thread then reads it in
 * pieces. The first part has the whole in which long arrays are empty; those after it have their elements.
 */
export function takenApart(value: unknown): readonly Part[] {
  const parts: Part[] = [];
  const whole = emptied(value, [0], parts);
  return [{ path: [], items: [whole] }, ...parts];
}

function emptied(value: unknown, path: Path, parts: Part[]): unknown {
  if (typeof value !== "object" || value === null || weightOf(value) <= VALUES_A_PART) return value;
  if (Array.isArray(value)) {
    addParts(value, path, parts);
    return [];
  }
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, part]) => [name, emptied(part, [...path, name], parts)]),
  );
}

function addParts(items: readonly unknown[], path: Path, parts: Part[]): void {
  let [some, weight]: [unknown[], number] = [[], 0];
  const inside: Part[] = [];
  for (const [index, item] of items.entries()) {
    const own = Math.min(weightOf(item), VALUES_A_PART);
    if (weight + own > VALUES_A_PART && some.length > 0) {
      parts.push({ path, items: some }, ...inside.splice(0));
      [some, weight] = [[], 0];
    }
    some.push(emptied(item, [...path, index], inside));
    weight += own;
  }
  parts.push({ path, items: some }, ...inside);
}

function weightOf(value: unknown): number {
  if (typeof value === "string") return 1 + value.length / 100;
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, part) => sum + weightOf(part), 1);
}

/** @param whole an array, which gets the value as its first element */
export function addPart(whole: unknown[], { path, items }: Part): void {
  const array = path.reduce<unknown>((value, name) => elementOf(value, name), whole);
  if (!Array.isArray(array)) throw new TypeError("a part belongs to no array");
  for (const item of items) array.push(item);
}

function elementOf(value: unknown, name: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const found: unknown = Reflect.get(value, name);
  return found;
}
