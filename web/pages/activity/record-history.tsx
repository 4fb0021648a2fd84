import { Link } from "@tanstack/react-router";
import { Answer } from "../../components/answer.tsx";
import { When } from "../../components/when.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { DoerShape, Sentence } from "./sentence.tsx";

const MOST = 50;

/** Changes of a record such as `customer:…`, newest first; each leads to Activity, where it is undone. */
export function RecordHistory({ record }: { readonly record: string }) {
  const filter = { record, limit: MOST };
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/activity", filter);
  return (
    <Answer query={query} what="the activity">
      {({ events, nextCursor }) => (
        <div className="grid gap-3">
          <ul aria-label="Activity" className="divide-y divide-line">
            {events.map((event) => (
              <li className="flex flex-wrap items-baseline gap-x-3 py-2" key={event.id}>
                <Link
                  className="min-w-0 flex-1 basis-64 text-ink no-underline hover:underline"
                  search={{ event: event.id }}
                  to="/activity"
                >
                  <span className="me-2">
                    <DoerShape event={event} />
                  </span>
                  <Sentence event={event} />
                </Link>
                <span className="text-ink2">
                  <When at={event.at} />
                </span>
              </li>
            ))}
          </ul>
          {nextCursor === null ? null : (
            <p className="text-ink2">These are the newest {MOST} changes.</p>
          )}
        </div>
      )}
    </Answer>
  );
}
