import { Undo2 } from "lucide-react";
import { Button } from "../../components/button.tsx";
import type { Bundle } from "../../list/list.ts";
import { useOpen } from "../../open.ts";
import { useMe } from "../../queries.ts";
import { assistantFor } from "./doer.ts";
import type { Event } from "./event.ts";
import { DoerShape, Said } from "./sentence.tsx";
import { countWords, spanOf } from "./session.ts";
import { UNDO_SESSION, undoSessionId } from "./undo-ids.ts";

type SessionLineProps = { readonly bundle: Bundle<Event> };

/** `Claude, for Mara · 10:02–10:06 · 12 changes`, with a button that undoes them. */
export function SessionOpening({ bundle: { rows, isOpen } }: SessionLineProps) {
  const { timeZone } = useMe().user;
  const { show } = useOpen();
  const [newest] = rows;
  if (newest === undefined) return null;
  const who = assistantFor(newest);
  const span = spanOf(rows, timeZone);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5">
      <p className="min-w-0">
        <span className="me-2">
          <DoerShape event={newest} />
        </span>
        <Said words={who} /> · {span} · {isOpen ? "at least " : ""}
        {countWords(rows)}
      </p>
      {rows.some(({ undo }) => undo.state === "possible") ? (
        <div>
          <Button
            id={undoSessionId(newest.id)}
            kind="quiet"
            onClick={() => show(UNDO_SESSION, newest.id)}
          >
            <Undo2 aria-hidden size={16} strokeWidth={1.5} />
            <span>
              Undo session<span className="sr-only"> of {span}</span>
            </span>
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** The sum of a session, over the double rule. */
export function SessionClosing({ bundle: { rows } }: SessionLineProps) {
  return <p className="text-end text-small text-ink2">{countWords(rows)}</p>;
}
