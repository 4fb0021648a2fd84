import { useState } from "react";
import { rowId } from "../../../list/row-id.ts";
import { useOpen } from "../../../open.ts";
import { useMe, useNow } from "../../../queries.ts";
import { assistantOf } from "../doer.ts";
import type { Event } from "../event.ts";
import { sessionSpan } from "../session.ts";
import { UNDO_HOUR, undoSessionId } from "../undo-ids.ts";
import { plainWords } from "../words.ts";
import { UndoMany } from "./undo-many.tsx";

/** Undoes the session of an event. */
export function UndoSession({ eventId }: { readonly eventId: string }) {
  const { timeZone } = useMe().user;
  const { hide } = useOpen();
  const ofWhat = (events: readonly Event[]) => {
    const [newest] = events;
    const who = newest === undefined ? null : assistantOf(newest);
    const span = sessionSpan(events, timeZone);
    return who === null ? `of ${span}` : `of ${plainWords(who, timeZone)}, ${span}`;
  };
  return (
    <UndoMany
      focusAfter={[undoSessionId(eventId), rowId(eventId)]}
      ofWhat={ofWhat}
      onClose={hide}
      title="Undo session"
      wanted={{ session: eventId }}
    />
  );
}

type UndoEventsProps = { readonly events: readonly Event[]; readonly onClose: () => void };

/** Undoes loaded events, and goes back to the first of them. */
export function UndoEvents({ events, onClose }: UndoEventsProps) {
  const [first] = events;
  return (
    <UndoMany
      focusAfter={first === undefined ? [] : [rowId(first.id)]}
      ofWhat={() => "that are selected"}
      onClose={onClose}
      title="Undo the selected changes"
      wanted={{ events }}
    />
  );
}

const HOUR_MS = 60 * 60_000;

/** Undoes the changes that a key or an app made in the last hour. */
export function UndoHour({ credential }: { readonly credential: string }) {
  const { hide } = useOpen();
  const now = useNow();
  const [since] = useState(() => new Date(Date.parse(now) - HOUR_MS).toISOString());
  return (
    <UndoMany
      focusAfter={[UNDO_HOUR]}
      ofWhat={() => "of the last hour"}
      onClose={hide}
      title="Undo the last hour"
      wanted={{ credential, since }}
    />
  );
}
