import { readText, type Unreadable } from "./body.ts";

export type Form = ReadonlyMap<string, readonly string[]>;

const LARGEST_FORM = 64 * 1024;

/** Reads an `application/x-www-form-urlencoded` body (URL Standard, 5.1). */
export async function readForm(request: Request): Promise<Form | Unreadable> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    return { status: 400, reason: "the body is not application/x-www-form-urlencoded" };
  const text = await readText(request, LARGEST_FORM);
  return typeof text === "string" ? parseForm(text) : text;
}

/** @param text a query without `?`, or a form's body */
export function parseForm(text: string): Form {
  const form = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = form.get(name);
    if (values === undefined) form.set(name, [value]);
    else values.push(value);
  }
  return form;
}

/** First value of a field; null when it is missing or empty (RFC 6749 §3.1). */
export function fieldOf(form: Form, name: string): string | null {
  const value = form.get(name)?.[0] ?? "";
  return value === "" ? null : value;
}

export function valuesOf(form: Form, name: string): readonly string[] {
  return (form.get(name) ?? []).filter((value) => value !== "");
}

export function repeatedField(form: Form, names: readonly string[]): string | undefined {
  return names.find((name) => (form.get(name)?.length ?? 0) > 1);
}
