import { Link } from "@tanstack/react-router";
import { Answer } from "../../../components/answer.tsx";
import { exactly } from "../../../moments.ts";
import { useMe, useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import type { Event } from "../event.ts";
import { meansOf, whoOf } from "../sentence/doer.ts";
import { plain } from "../words.ts";
import { Changes } from "./changes.tsx";
import { CopyId } from "./copy-id.tsx";
import { OpenEvent, Undo } from "./undo.tsx";

type DetailProps = { readonly id: string; readonly onOpen: (id: string) => void };

/** The changes of an event, its undo, and where it came from. */
export function EventDetail({ id, onOpen }: DetailProps) {
  const team = useTeam();
  const detail = useOfTeam(team, "GET /api/teams/:team/activity/:id", { id });
  return (
    <Answer query={detail} what="the changes">
      {({ event, changes, more }) => (
        <div className="grid gap-5 pb-5">
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
      )}
    </Answer>
  );
}

/** The exact time, the tool or route, and links to related events. */
function Origin({ event }: { readonly event: Event }) {
  const { user } = useMe();
  const { at, actor, via, client, tool, id } = event;
  const version = client?.version ?? null;
  return (
    <div className="grid gap-1 text-ink2">
      <p>
        {exactly(at, user.timeZone)}, through <span className="font-mono">{tool}</span>
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
            All by <bdi>{plain([whoOf(event)])}</bdi>
          </More>
        )}
        <More search={{ credential: credentialOf(via) }}>
          All through <bdi>{plain(meansOf({ ...event, client: null }))}</bdi>
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
