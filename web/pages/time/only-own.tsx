import { Notice } from "../../components/status.tsx";

/** Says that the reader’s own time is shown instead of somebody else’s. */
export function OnlyOwn() {
  return (
    <Notice title="This is your own time" tone="quiet">
      <p>Only owners and admins of the team see the time of other people.</p>
    </Notice>
  );
}
