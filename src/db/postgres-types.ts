import { types } from "pg";
import { toInstant } from "../shared/time.ts";

/** Rows look the same as SQLite's: days and instants are text, counts and sums are numbers. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [types.builtins.DATE, (text) => text],
  [types.builtins.TIMESTAMPTZ, instantOfTimestamp],
  [types.builtins.INT8, Number],
  [types.builtins.NUMERIC, Number],
]);

export const POSTGRES_TYPES = {
  getTypeParser(oid: number): (text: string) => unknown {
    // oxlint-disable-next-line typescript/no-unsafe-return -- the driver declares its parsers as any
    return PARSERS.get(oid) ?? types.getTypeParser(oid);
  },
};

/** `2026-11-21 08:30:00.5+00`: an offset has two digits, or five where a zone has minutes. */
function instantOfTimestamp(text: string): string {
  return toInstant(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}
