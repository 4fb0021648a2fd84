import { Link } from "@tanstack/react-router";
import { exactTime } from "../../../dates.ts";
import { useMe } from "../../../queries.ts";
import { meansOf } from "../doer.ts";
import type { Event, EventWithChanges } from "../event.ts";
import { plainWords } from "../words.ts";
import { Changes } from "./changes.tsx";
import { CopyId } from "./copy-id.tsx";
import { OpenEvent, Undo } from "./undo.tsx";

type DetailProps = {
  readonly detail: EventWithChanges;
  readonly onOpen: (id: string) => void;
};

/** The changes of an event, its undo, and where it came from. */
export function EventDetailView({ detail, onOpen }: DetailProps) {
  const { event, changes, more } = detail;
  return (
    <div className="grid gap-5">
      {event.undoes === null ? null : (
        <p>
          This undid an earlier change.{" "}
          <OpenEvent id={event.undoes} onOpen={onOpen}>
            Show what was undone
          </OpenEvent>
        </p>
      )}
      <Changes changes={changes} lead={event.subjects[0] ?? null} more={more} />
      {event.outcome === "refused" ? (
        <p className="text-ink2">Nothing was changed.</p>
      ) : (
        <Undo event={event} onOpen={onOpen} />
      )}
      <Origin event={event} />
    </div>
  );
}

/** The exact time, the tool or route, and links to related events. */
function Origin({ event }: { readonly event: Event }) {
  const { user } = useMe();
  const { at, actor, via, client, tool, id } = event;
  const { timeZone } = user;
  const version = client?.version ?? null;
  return (
    <div className="grid gap-1 text-ink2">
      <p>
        {exactTime(at, timeZone)}, through <bdi>{plainWords(meansOf(event), timeZone)}</bdi>, with{" "}
        <span className="font-mono">{tool}</span>
        {client === null ? null : (
          <>
            , by <bdi>{client.name}</bdi>
            {version === null ? null : ` ${version}`}
          </>
        )}
        .
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {actor === null ? null : (
          <More search={{ actor: actor.id }}>
            All by <bdi>{actor.name}</bdi>
          </More>
        )}
        <More search={{ credential: credentialOf(via) }}>
          All through <bdi>{plainWords(meansOf(event), timeZone)}</bdi>
        </More>
      </p>
      <CopyId id={id} label="Event id" what="this event" />
    </div>
  );
}

/** The value of the filter by credential. */
function credentialOf({ kind, id }: Event["via"]): string {
  return (kind === "key" || kind === "app") && id !== null ? `${kind}:${id}` : kind;
}

type MoreProps = {
  readonly search: Readonly<Record<string, string>>;
  readonly children: React.ReactNode;
};

function More({ search, children }: MoreProps) {
  return (
    <Link
      className="inline-flex min-h-11 items-center underline sm:min-h-6"
      search={search}
      to="/activity"
    >
      <span>{children}</span>
    </Link>
  );
}
