import type { Change } from "../event.ts";
import { isProse, readable } from "../values.ts";

/** A column with its value before and after, as text. */
export type Line = {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** True for texts that are folded when long and compared word by word. */
  readonly isProse: boolean;
};

/** The values of a change as a reader in that time zone reads them. */
export function changeLines({ fields }: Change, timeZone: string): readonly Line[] {
  return fields.map(({ label, before, after }) => ({
    label,
    before: before === null ? null : readable(before, timeZone),
    after: after === null ? null : readable(after, timeZone),
    isProse: [before, after].some((value) => value !== null && isProse(value)),
  }));
}
