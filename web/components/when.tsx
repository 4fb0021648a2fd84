import { exactly, roughly } from "../moments.ts";
import { useMe, useNow } from "../queries.ts";

/** A moment in words that are enough for a glance; the exact one shows on hover and to readers. */
export function When({ at }: { readonly at: string }) {
  const { user } = useMe();
  const now = useNow();
  const exact = exactly(at, user.timeZone);
  return (
    <time dateTime={at} title={exact}>
      {roughly(at, now, user.timeZone)}
    </time>
  );
}
