import { dayIn } from "../../../src/shared/time.ts";
import { Status } from "../../components/status.tsx";
import { useNow } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

/** Marks what is dated after today, which no balance of today has. */
export function FutureMark({ date }: { readonly date: string }) {
  const { timeZone } = useTeam();
  const today = dayIn(timeZone, useNow());
  if (date <= today) return null;
  return (
    <span className="ms-2 inline-flex align-top">
      <Status tone="warn">In the future</Status>
    </span>
  );
}
