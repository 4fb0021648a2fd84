import { Refused } from "../../../api.ts";
import { Answer } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/status.tsx";
import { dayOf } from "../../../moments.ts";
import { useMe, useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { EventDetail } from "../detail/event-detail.tsx";
import { EventRow } from "./event-row.tsx";

type OpenedAloneProps = {
  readonly id: string;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
};

/** A linked event that is not among the rows, since it is older or does not match the filters. */
export function OpenedAlone({ id, onOpen, onClose }: OpenedAloneProps) {
  const team = useTeam();
  const { user } = useMe();
  const detail = useOfTeam(team, "GET /api/teams/:team/activity/:id", { id });
  if (detail.error instanceof Refused && detail.error.problem.status === 404)
    return <NoSuchEvent onClose={onClose} />;
  return (
    <Answer query={detail} what="the event">
      {({ event }) => (
        <section aria-labelledby="opened-alone" className="-mx-2 border-b border-edge">
          <h2
            className="border-b border-edge px-2 pb-2 text-section font-semibold"
            id="opened-alone"
          >
            {dayOf(event.at, user.timeZone)}, not among the rows below
          </h2>
          <ul>
            <EventRow event={event} isOpen onPress={onClose}>
              <EventDetail id={id} onOpen={onOpen} />
            </EventRow>
          </ul>
        </section>
      )}
    </Answer>
  );
}

function NoSuchEvent({ onClose }: { readonly onClose: () => void }) {
  return (
    <Notice
      actions={<Button onClick={onClose}>Close</Button>}
      title="There is no such event"
      tone="quiet"
    >
      <p>The link leads to an event of another team, or to one that you may not see.</p>
    </Notice>
  );
}
