import { Status } from "../../components/status.tsx";
import { useDeleting } from "../../deleting.ts";

type Opens = { readonly read: boolean; readonly write: boolean; readonly destructive: boolean };

/** Current access of a key or app: its scopes, its holder's role and the team's switch combined. */
export function Reach({ opens }: { readonly opens: Opens }) {
  // The switch may have turned itself off since the last answer.
  const { isOn } = useDeleting();
  if (opens.destructive && isOn) return <Status tone="warn">Reads, changes and deletes</Status>;
  if (opens.write) return "Reads and changes";
  return opens.read ? "Reads" : "Nothing";
}
