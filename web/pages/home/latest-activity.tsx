import { Link } from "@tanstack/react-router";
import { Answer, Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Items, Section } from "../../components/page.tsx";
import { Status } from "../../components/status.tsx";
import { When } from "../../components/when.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import type { Event } from "../activity/event.ts";
import { DoerShape, Sentence } from "../activity/sentence.tsx";

const SHOWN = 7;
const EVERY_MS = 30_000;

export function useLatestActivity() {
  return useOfTeam(
    useTeam(),
    "GET /api/teams/:team/activity",
    { limit: SHOWN },
    { everyMs: EVERY_MS },
  );
}

export function LatestActivity() {
  const query = useLatestActivity();
  return (
    <Section
      actions={<ButtonLink to="/activity">See all activity</ButtonLink>}
      id="latest"
      title="Latest activity"
    >
      <Answer query={query} what="the latest activity">
        {({ events }) =>
          events.length === 0 ? (
            <Empty title="No changes yet">
              <p>Each change appears here, with its author and the key or app used.</p>
            </Empty>
          ) : (
            <Items label="Latest activity">
              {events.map((event) => (
                <LatestEvent event={event} key={event.id} />
              ))}
            </Items>
          )
        }
      </Answer>
    </Section>
  );
}

function LatestEvent({ event }: { readonly event: Event }) {
  return (
    <li>
      <Link
        className="grid grid-cols-[auto_1fr] items-start gap-x-2 gap-y-0.5 rounded-control py-3 text-ink no-underline hover:bg-hover"
        search={{ event: event.id }}
        to="/activity"
      >
        <span className="pt-0.5">
          <DoerShape event={event} />
        </span>
        <span className="min-w-0">
          <Sentence event={event} />
        </span>
        <span className="col-start-2 flex flex-wrap items-center gap-x-2 text-ink2">
          <When at={event.at} />
          {event.outcome === "refused" ? <Status tone="warn">Refused</Status> : null}
        </span>
      </Link>
    </li>
  );
}
