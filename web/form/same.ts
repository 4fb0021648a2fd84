/** Deep equality of JSON values. An undefined property counts as absent. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [entriesOf(one), entriesOf(other)];
  return (
    left.size === right.size && [...left].every(([name, value]) => isSame(value, right.get(name)))
  );
}

function entriesOf(value: object): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(value).filter(([, value]: readonly [string, unknown]) => value !== undefined),
  );
}
