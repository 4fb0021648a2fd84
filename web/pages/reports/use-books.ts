import { dayIn } from "../../../src/shared/time.ts";
import { useNow } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

/** The day that it is in the team's books, and when its fiscal year begins. */
export function useBooks() {
  const { timeZone, fiscalYearStart } = useTeam();
  return { today: dayIn(timeZone, useNow()), fiscalYearStart };
}
