import { type Draft, draftValues, type Version } from "./draft.ts";
import type { Values } from "./merge.ts";

/** Input of the write. A PATCH sends only the changes, so that it overwrites nothing else. */
export function sentOf(route: string, given: Values, draft: Draft, start: Version): Values {
  const isPartial = route.startsWith("PATCH ") && Object.keys(draft.edits).length > 0;
  const { seen } = draft.base ?? start;
  return {
    ...(isPartial ? draft.edits : draftValues(draft, start)),
    ...given,
    ...(seen === null ? {} : { seen }),
  };
}
