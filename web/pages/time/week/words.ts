import { formatOf } from "../../../moments.ts";

/** `Mon 16 Nov`. */
export function dayHead(day: string): string {
  const format = { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" } as const;
  return formatOf("en-GB", format).format(new Date(day)).replace(",", "");
}
