import { Undo2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../components/button.tsx";
import type { Selected } from "../../../list/selected.ts";
import type { Event } from "../event.ts";

const Dialog = lazy(async () =>
  import("./undo-dialog.tsx").then(({ UndoEvents }) => ({ default: UndoEvents })),
);

/** Asks, then undoes the selected changes. */
export function UndoSelected({ selected }: { readonly selected: Selected<Event> }) {
  const [events, setEvents] = useState<readonly Event[] | null>(null);
  const close = () => {
    setEvents(null);
    selected.clear();
  };
  return (
    <>
      <Button kind="primary" onClick={() => setEvents(selected.rows)}>
        <Undo2 aria-hidden size={16} strokeWidth={1.5} />
        Undo…
      </Button>
      <Suspense>{events === null ? null : <Dialog events={events} onClose={close} />}</Suspense>
    </>
  );
}
