import { useNow } from "./queries.ts";
import { useTeam } from "./team.tsx";

/** Tells if assistants may delete in the team now, and until when; null without an end. */
export function useDeleting(): { readonly isOn: boolean; readonly until: string | null } {
  const { isOn, until } = useTeam().destructive;
  const now = useNow();
  return isOn && (until === null || until > now) ? { isOn, until } : { isOn: false, until: null };
}
