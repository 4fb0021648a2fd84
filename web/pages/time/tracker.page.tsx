import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { addDays } from "../../../src/shared/calendar.ts";
import type { Output } from "../../api.ts";
import { Answer, Empty } from "../../components/answer.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { dayIn, isDay, shortDay } from "../../days.ts";
import { hours } from "../../hours.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { useOwnTimer } from "../../timer/own-timer.ts";
import { AddDialog } from "./entries/add-dialog.tsx";
import { DayList } from "./entries/day-list.tsx";
import { ForgottenTimers } from "./forgotten-timers.tsx";
import { TimeTabs } from "./time-tabs.tsx";
import { TrackerBar } from "./tracker-bar.tsx";

/** Days of one page of the list. */
const DAYS = 14;
/** Days after today whose entries are shown with today's. */
const AHEAD = 31;
/** Days that the server lists at once. */
const MOST_DAYS = 62;

export function Tracker() {
  const [isAdding, setIsAdding] = useState(false);
  const { user } = useMe();
  const today = dayIn(user.timeZone, useNow());
  const { day, from, to } = useSearch({ from: "/time" });
  const last = day !== undefined && isDay(day) ? day : today;
  const range = rangeOf(from, to) ?? rangeUntil(last, last === today);
  const isNow = range.to > today && from === undefined;
  return (
    <Page
      actions={
        <>
          <ButtonLink kind="quiet" to="/time/import">
            Import or export
          </ButtonLink>
          <Button onClick={() => setIsAdding(true)}>Add time…</Button>
        </>
      }
      lead={
        <span className="max-sm:hidden pointer-coarse:hidden">
          N begins a new timer, S stops it, C continues with the last work.
        </span>
      }
      title="Time"
    >
      <TimeTabs />
      <ForgottenTimers />
      <TrackerBar />
      <Entries {...range} isNow={isNow} onAdd={() => setIsAdding(true)} today={today} />
      {isAdding ? <AddDialog times={{ day: last }} onClose={() => setIsAdding(false)} /> : null}
    </Page>
  );
}

function rangeUntil(last: string, isNow: boolean) {
  return { from: addDays(last, 1 - DAYS), to: isNow ? addDays(last, AHEAD) : last };
}

/** Days that another page links to; null unless both are days of a range that can be shown. */
function rangeOf(from: string | undefined, to: string | undefined) {
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to)) return null;
  return from <= to && to < addDays(from, MOST_DAYS) ? { from, to } : null;
}

type EntriesProps = {
  readonly from: string;
  readonly to: string;
  readonly today: string;
  readonly isNow: boolean;
  readonly onAdd: () => void;
};

function Entries({ from, to, today, isNow, onAdd }: EntriesProps) {
  const team = useTeam();
  const ahead = useOwnTimer()?.ahead ?? 0;
  const query = useOfTeam(team, "GET /api/teams/:team/entries", { from, to });
  return (
    <Answer query={query} what="your entries">
      {(list) => (
        <div className="grid gap-6">
          {list.entries.length > 0 ? (
            <DayList ahead={ahead} key={from} list={list} today={today} />
          ) : (
            <Empty
              action={<Button onClick={onAdd}>Add time…</Button>}
              title={
                list.earlier === null && isNow
                  ? "You have tracked no time yet"
                  : `No time from ${shortDay(from)} to ${shortDay(isNow ? today : to)}`
              }
            >
              Start a timer above, add time by hand, or fill in a whole week on its page.
            </Empty>
          )}
          {isNow ? null : <RangeTotal entries={list.entries} from={from} to={to} />}
          {list.isCut ? <p className="text-ink2">Only the newest entries are shown.</p> : null}
          <nav aria-label="Other days" className="flex flex-wrap gap-x-6 gap-y-2">
            {list.earlier === null ? null : (
              <Link
                className="inline-flex min-h-11 items-center underline sm:min-h-6"
                search={{ day: list.earlier }}
                to="/time"
              >
                Earlier, until {shortDay(list.earlier)}
              </Link>
            )}
            {isNow ? null : (
              <Link className="inline-flex min-h-11 items-center underline sm:min-h-6" to="/time">
                Back to today
              </Link>
            )}
          </nav>
        </div>
      )}
    </Answer>
  );
}

type RangeTotalProps = Pick<EntriesProps, "from" | "to"> & {
  readonly entries: Output<"GET /api/teams/:team/entries">["entries"];
};

function RangeTotal({ entries, from, to }: RangeTotalProps) {
  const seconds = entries.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  return (
    <p className="flex justify-between gap-4 font-semibold tabular-nums">
      {shortDay(from)} to {shortDay(to)}
      <span className="border-b-4 border-double border-ink">{hours(seconds)}</span>
    </p>
  );
}
