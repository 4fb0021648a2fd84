import { majorText } from "../../numbers.ts";

/** A notice of the server with its amounts, `1234.50 USD`, as pages write them. */
export function withAmounts(notice: string): string {
  return notice.replaceAll(
    /(-?\d+(?:\.\d+)?) ([A-Z]{3})\b/g,
    (_all, major: string, currency: string) => majorText(Number(major), currency),
  );
}
