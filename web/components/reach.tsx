import type { Opens } from "../access.ts";
import { useNow } from "../queries.ts";
import { useTeam } from "../team.tsx";
import { Status } from "./status.tsx";

/** Current access of a key or app, by its scopes, its holder's role and the team's switch. */
export function Reach({ opens }: { readonly opens: Opens }) {
  // The switch may have turned itself off since the last answer.
  const { isOn } = useDeleting();
  if (opens.destructive && isOn) return <Status tone="warn">Reads, changes and deletes</Status>;
  if (opens.write) return "Reads and changes";
  return opens.read ? "Reads" : "Nothing";
}

/** Switch that lets assistants delete. `until` is when it turns itself off; null without an end. */
export function useDeleting(): { readonly isOn: boolean; readonly until: string | null } {
  const { isOn, until } = useTeam().destructive;
  const now = useNow();
  return isOn && (until === null || until > now) ? { isOn, until } : { isOn: false, until: null };
}
