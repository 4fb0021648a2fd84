import { visibleLines } from "./visible.ts";

/**
 * Escapes hidden characters at paths whose words strangers wrote, such as a bank. `untrusted` lists the
 * paths found in the answer. The path `items.name` means the name of each item.
 */
export function withUntrusted(answer: object, paths: readonly string[]): object;
export function withUntrusted(answer: unknown, paths: readonly string[]): unknown;
export function withUntrusted(answer: unknown, paths: readonly string[]): unknown {
  let shown = answer;
  const untrusted = paths.filter((path) => {
    const before = shown;
    let isText = false;
    shown = changedAt(before, path.split("."), (text) => {
      isText = true;
      return visibleLines(text);
    });
    return isText;
  });
  return isRecord(shown) && untrusted.length > 0 ? { ...shown, untrusted } : shown;
}

function changedAt(
  value: unknown,
  path: readonly string[],
  change: (text: string) => string,
): unknown {
  if (Array.isArray(value)) return value.map((item) => changedAt(item, path, change));
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === "string" ? change(value) : value;
  if (!isRecord(value) || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: changedAt(value[name], rest, change) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
