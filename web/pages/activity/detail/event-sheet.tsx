import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Refused } from "../../../api.ts";
import { Answer } from "../../../components/answer.tsx";
import { exactTime } from "../../../dates.ts";
import type { OpenRow } from "../../../list/open-row.ts";
import { Sheet } from "../../../list/sheet.tsx";
import { useOfTeam, useMe } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { EventMark } from "../event-list.tsx";
import type { Event, EventWithChanges } from "../event.ts";
import { Sentence } from "../sentence.tsx";
import { meansOf, plainWords } from "../words.ts";
import { Changes, CopyId } from "./changes.tsx";
import { OpenEvent, Undo } from "./undo.tsx";

export function EventSheet({ opened }: { readonly opened: OpenRow<Event> }) {
  const { key: id, row, onOpen } = opened;
  const detail = useOfTeam(useTeam(), "GET /api/teams/:team/activity/:id", { id });
  const event = row ?? detail.data?.event ?? null;
  if (detail.error instanceof Refused && detail.error.problem.status === 404)
    return (
      <Sheet opened={opened} title="There is no such event">
        <p>The link leads to an event of another team, or to one that you may not see.</p>
      </Sheet>
    );
  return (
    <Sheet opened={opened} title={event === null ? "Event" : <Sentence event={event} />}>
      <div className="-mt-3 empty:hidden">
        {event === null ? null : <EventMark event={event} />}
      </div>
      {row === null && event !== null ? (
        <p className="text-ink2">This event is not among the loaded rows.</p>
      ) : null}
      <Answer query={detail} what="the changes">
        {(detail) => <EventDetailView detail={detail} key={id} onOpen={onOpen} />}
      </Answer>
    </Sheet>
  );
}

type DetailProps = {
  readonly detail: EventWithChanges;
  readonly onOpen: (id: string) => void;
};

function EventDetailView({ detail, onOpen }: DetailProps) {
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

function credentialOf({ kind, id }: Event["via"]): string {
  return (kind === "key" || kind === "app") && id !== null ? `${kind}:${id}` : kind;
}

type MoreProps = {
  readonly search: Readonly<Record<string, string>>;
  readonly children: ReactNode;
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
