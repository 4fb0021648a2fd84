/** Adds index keys, for lists that never change their order. */
export function keyed<T>(
  values: readonly T[],
): readonly { readonly key: number; readonly value: T }[] {
  return values.map((value, key) => ({ key, value }));
}
