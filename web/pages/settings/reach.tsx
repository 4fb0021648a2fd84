import { Status } from "../../components/status.tsx";
import { useDeleting } from "../../deleting.ts";

type Opens = { readonly read: boolean; readonly write: boolean; readonly destructive: boolean };

/** What a key or an app can do now: its scopes, its holder's role and the team's switch together. */
export function Reach({ opens }: { readonly opens: Opens }) {
  // The switch may have gone off by itself since the server was asked.
  const { isOn } = useDeleting();
  if (opens.destructive && isOn) return <Status tone="warn">Reads, changes and deletes</Status>;
  if (opens.write) return "Reads and changes";
  return opens.read ? "Reads" : "Nothing";
}
