import { Refused } from "../../../api.ts";
import { Answer } from "../../../components/answer.tsx";
import type { OpenRow } from "../../../list/open-row.ts";
import { Sheet } from "../../../list/sheet.tsx";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import type { Event } from "../event.ts";
import { EventMark } from "../mark.tsx";
import { Sentence } from "../sentence.tsx";
import { EventDetailView } from "./event-detail.tsx";

/** The open event: its sentence at once, and its details when they are loaded. */
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
