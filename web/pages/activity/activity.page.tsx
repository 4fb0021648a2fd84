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
import { type Event, UNDO_HOUR, UNDO_SESSION } from "./event.ts";
import { eventChoices } from "./filters.ts";

const UndoDialog = lazy(async () =>
  import("./undo-many.tsx").then(({ UndoDialog }) => ({ default: UndoDialog })),
);

const loadSheet = async () => import("./detail/event-sheet.tsx");
const EventSheet = lazy(async () =>
  loadSheet().then(({ EventSheet }) => ({ default: EventSheet })),
);

export function Activity() {
  const team = useTeam();
  useEffect(() => void loadSheet(), []);
  const known = useOfTeam(team, "GET /api/teams/:team/activity/filters", {});
  const { open, values } = useListAddress(EVENTS);
  const undo = useUndoKey(open);
  const { open: dialog } = useOpen();
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
      <Suspense>
        {dialog === UNDO_SESSION || dialog === UNDO_HOUR ? (
          <UndoDialog credential={keyOrApp} />
        ) : null}
      </Suspense>
    </Page>
  );
}

function OpenEvent({ opened }: { readonly opened: OpenRow<Event> }) {
  return (
    <Suspense>
      <EventSheet opened={opened} />
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
