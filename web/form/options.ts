export type Scalar = string | number | boolean | null;

export type Option<Value extends Scalar> = { readonly value: Value; readonly label: string };

export function keyOf(value: Scalar | undefined): string {
  return value === null || value === undefined ? "none" : String(value);
}
