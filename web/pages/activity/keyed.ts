/** Values that only their place tells apart, each with a key for a list that never changes its order. */
export function keyed<T>(
  values: readonly T[],
): readonly { readonly key: number; readonly value: T }[] {
  return values.map((value, key) => ({ key, value }));
}
