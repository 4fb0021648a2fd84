import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { Button } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { SaveRowsButton } from "../../components/save-rows.tsx";
import { useListAddress } from "../../list/address.ts";
import { ListView } from "../../list/list-view.tsx";
import type { OpenRow } from "../../list/open-row.ts";
import { useOpen } from "../../open.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { eventsCsv } from "./csv.ts";
import { useUndoKey } from "./detail/use-undo.ts";
import { EVENTS } from "./event-list.tsx";
import type { Event } from "./event.ts";
import { eventChoices } from "./filters.ts";
import { UNDO_HOUR, UNDO_SESSION } from "./undo-ids.ts";

const dialogs = async () => import("./undo-many/undo-dialog.tsx");
const UndoSession = lazy(async () =>
  dialogs().then(({ UndoSession }) => ({ default: UndoSession })),
);
const UndoHour = lazy(async () => dialogs().then(({ UndoHour }) => ({ default: UndoHour })));

const loadSheet = async () => import("./detail/event-sheet.tsx");
const EventSheet = lazy(async () =>
  loadSheet().then(({ EventSheet }) => ({ default: EventSheet })),
);

/** The team's journal: events with filters, details and undo. */
export function Activity() {
  const team = useTeam();
  useEffect(() => void loadSheet(), []);
  const known = useOfTeam(team, "GET /api/teams/:team/activity/filters", {});
  const { open, values } = useListAddress(EVENTS);
  const undo = useUndoKey(open);
  const { credential = "" } = values;
  const keyOrApp = /^(key|app):/.test(credential) ? credential : null;
  return (
    <Page
      actions={keyOrApp === null ? undefined : <UndoHourButton />}
      lead={
        <>
          Who changed what. Most changes can be undone for 30 days. Reads are under{" "}
          <Link className="underline" to="/calls">
            Assistant calls
          </Link>
          .
        </>
      }
      title="Activity"
    >
      <ListView
        Actions={SaveRows}
        Opened={OpenEvent}
        list={EVENTS}
        choices={eventChoices(known.data)}
        letters={{ u: undo }}
      />
      <OpenDialog credential={keyOrApp} />
    </Page>
  );
}

/** The open event. Its sheet is loaded after the rows. */
function OpenEvent({ opened }: { readonly opened: OpenRow<Event> }) {
  return (
    <Suspense>
      <EventSheet opened={opened} />
    </Suspense>
  );
}

/** The dialog in the address. */
function OpenDialog({ credential }: { readonly credential: string | null }) {
  const { open, about } = useOpen();
  return (
    <Suspense>
      {open === UNDO_SESSION && about !== null ? <UndoSession eventId={about} /> : null}
      {open === UNDO_HOUR && credential !== null ? <UndoHour credential={credential} /> : null}
    </Suspense>
  );
}

function SaveRows({ rows }: { readonly rows: readonly Event[] }) {
  return <SaveRowsButton csvOf={eventsCsv} name="activity" rows={rows} />;
}

function UndoHourButton() {
  const { show } = useOpen();
  return (
    <Button id={UNDO_HOUR} kind="quiet" onClick={() => show(UNDO_HOUR)}>
      Undo the last hour
    </Button>
  );
}
