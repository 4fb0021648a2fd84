import { exactTime, roughly } from "../dates.ts";
import { useMe, useNow } from "../queries.ts";

export function When({ at }: { readonly at: string }) {
  const { user } = useMe();
  const now = useNow();
  const exact = exactTime(at, user.timeZone);
  return (
    <time dateTime={at} title={exact}>
      {roughly(at, now, user.timeZone)}
    </time>
  );
}
