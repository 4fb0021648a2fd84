import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Status } from "../../../components/status.tsx";
import { clockTime, exactly } from "../../../moments.ts";
import { useMe } from "../../../queries.ts";
import type { Event } from "../event.ts";
import { DoerShape, Sentence } from "../sentence.tsx";
import { rowId } from "./row-id.ts";

type RowProps = {
  readonly event: Event;
  readonly isOpen: boolean;
  readonly onPress: () => void;
  /** Details, below the sentence. */
  readonly children: ReactNode;
};

/** One event: its time and sentence, and its details once opened. */
export function EventRow({ event, isOpen, onPress, children }: RowProps) {
  const { user } = useMe();
  return (
    <li className={isOpen ? "bg-surface" : undefined}>
      <button
        aria-controls={`${rowId(event.id)}-detail`}
        aria-expanded={isOpen}
        className="grid w-full cursor-pointer grid-cols-[auto_auto_1fr_auto] items-start gap-x-3 gap-y-0.5 rounded-control px-2 py-3 text-start hover:bg-hover sm:min-h-11 sm:grid-cols-[auto_auto_1fr_auto_auto] sm:py-2.5"
        id={rowId(event.id)}
        onClick={onPress}
        type="button"
      >
        <time className="text-ink2" dateTime={event.at} title={exactly(event.at, user.timeZone)}>
          {clockTime(event.at, user.timeZone)}
        </time>
        <span className="pt-0.5">
          <DoerShape event={event} />
        </span>
        <span className="min-w-0 max-sm:col-span-full max-sm:row-start-2">
          <Sentence event={event} />
        </span>
        <span className="justify-self-end">
          <Outcome event={event} />
        </span>
        <ChevronDown
          aria-hidden
          className={`mt-0.5 shrink-0 text-ink2 ${isOpen ? "rotate-180" : ""}`}
          size={16}
          strokeWidth={1.5}
        />
      </button>
      {isOpen ? (
        <div className="px-2 sm:ps-21.5" id={`${rowId(event.id)}-detail`}>
          {children}
        </div>
      ) : null}
    </li>
  );
}

function Outcome({ event: { outcome, undo } }: { readonly event: Event }) {
  if (outcome === "refused") return <Status tone="warn">Refused</Status>;
  return undo.state === "done" ? <Status tone="quiet">Undone</Status> : null;
}
