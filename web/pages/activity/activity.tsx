import { ButtonLink } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { useListAddress } from "../../list/address.ts";
import { ListView } from "../../list/list-view.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { EventSheet } from "./detail/event-sheet.tsx";
import { useUndoKey } from "./detail/use-undo.ts";
import { EVENTS } from "./event-list.tsx";
import { choicesIn } from "./filters.ts";
import { SaveRows } from "./save-rows.tsx";

/** The team's journal: events with filters, details and undo. */
export function Activity() {
  const team = useTeam();
  const known = useOfTeam(team, "GET /api/teams/:team/activity/filters", {});
  const { open } = useListAddress(EVENTS);
  const undo = useUndoKey(open);
  return (
    <Page
      actions={
        <ButtonLink kind="quiet" to="/calls">
          All calls, reads included
        </ButtonLink>
      }
      lead="Who changed what. Most changes can be undone for 30 days."
      title="Activity"
    >
      <ListView
        Actions={SaveRows}
        Opened={EventSheet}
        list={EVENTS}
        loaded={choicesIn(known.data)}
        onUndo={undo}
      />
    </Page>
  );
}
