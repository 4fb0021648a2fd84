import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { addDays, daysBetween } from "../../../src/shared/calendar.ts";
import { dayIn } from "../../../src/shared/time.ts";
import type { Output } from "../../api.ts";
import { Answer, Empty } from "../../components/answer.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { KeyHints } from "../../components/key-hints.tsx";
import { MenuItem, MenuLink, NarrowMenu } from "../../components/menu.tsx";
import { Page } from "../../components/page.tsx";
import { dayRange, shortDay } from "../../dates.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { useOwnTimer } from "../../timer/own-timer.ts";
import { DayList } from "./entries/day-list.tsx";
import { AddDialog } from "./entries/entry-dialog.tsx";
import { BEFORE_SELECTED } from "./entries/selection-bar.tsx";
import { PeriodNav, usePeriodKeys } from "./period-nav.tsx";
import { ForgottenTimers } from "./running-bar.tsx";
import { givenRange, shownDays } from "./shown-days.ts";
import { TimeSum } from "./time-sum.tsx";
import { TimeTabs } from "./time-tabs.tsx";
import { TrackerBar } from "./tracker-bar.tsx";
import { PersonChoice, ReadOnlyNote, useWhose } from "./whose.tsx";

export function Tracker() {
  const [isAdding, setIsAdding] = useState(false);
  const { user } = useMe();
  const navigate = useNavigate();
  const today = dayIn(user.timeZone, useNow());
  const search = useSearch({ from: "/time" });
  const { person, isReadOnly } = useWhose(search["person"]);
  const { only } = search;
  const days = shownDays(search, today);
  const isNow = days.to > today && givenRange(search["from"], search["to"]) === null;
  const kept = {
    ...(person === undefined ? {} : { person }),
    ...(only === undefined ? {} : { only }),
  };
  const shown = { from: days.from, to: isNow ? today : days.to };
  const go = (steps: number | null) => {
    const moved = steps === null ? {} : daysMoved(shown, steps);
    void navigate({ to: "/time", search: { ...moved, ...kept }, resetScroll: false });
  };
  usePeriodKeys(go);
  const choose = (id: string | undefined) => {
    const { person: _before, ...rest } = search;
    const of = id === undefined ? {} : { person: id };
    void navigate({ to: "/time", search: { ...rest, ...of }, resetScroll: false });
  };
  return (
    <Page
      actions={
        <Actions
          isReadOnly={isReadOnly}
          onAdd={() => setIsAdding(true)}
          onChoose={choose}
          person={person}
        />
      }
      tabs={<TimeTabs />}
      title="Time"
    >
      {isReadOnly ? <ReadOnlyNote /> : null}
      {person === undefined ? (
        <>
          <ForgottenTimers />
          <TrackerBar />
        </>
      ) : null}
      <div className={BEFORE_SELECTED}>
        <PeriodNav days={dayRange(shown.from, shown.to)} now="Today" onGo={go} what="days">
          <KeyHints keys={KEYS} />
        </PeriodNav>
      </div>
      <Entries
        days={days}
        isNow={isNow}
        isReadOnly={isReadOnly}
        kept={kept}
        onAdd={() => setIsAdding(true)}
        today={today}
      />
      {isAdding ? (
        <AddDialog
          onClose={() => setIsAdding(false)}
          person={person}
          times={{ day: isNow ? today : days.to }}
        />
      ) : null}
    </Page>
  );
}

/** Moves a range by its own length, that many times. */
function daysMoved({ from, to }: Days, steps: number): Days {
  const length = daysBetween(from, to) + 1;
  return { from: addDays(from, steps * length), to: addDays(to, steps * length) };
}

type ActionsProps = {
  readonly isReadOnly: boolean;
  readonly person: string | undefined;
  readonly onChoose: (person: string | undefined) => void;
  readonly onAdd: () => void;
};

function Actions({ isReadOnly, person, onChoose, onAdd }: ActionsProps) {
  return (
    <>
      <PersonChoice label="Time of" onChange={onChoose} person={person} />
      <span className="contents max-sm:hidden">
        <ButtonLink kind="quiet" to="/time/import">
          Import and export
        </ButtonLink>
        {isReadOnly ? null : <Button onClick={onAdd}>Add time…</Button>}
      </span>
      <NarrowMenu label="More on time">
        {isReadOnly ? null : <MenuItem onPress={onAdd}>Add time…</MenuItem>}
        <MenuLink to="/time/import">Import and export</MenuLink>
      </NarrowMenu>
    </>
  );
}

const KEYS = [
  ["N", "new timer"],
  ["S", "stop"],
  ["C", "continue"],
  ["J K", "move"],
  ["X", "select"],
  ["?", "all keys"],
] as const;

type Days = { readonly from: string; readonly to: string };

type EntriesProps = {
  readonly days: Days;
  readonly today: string;
  readonly isNow: boolean;
  readonly isReadOnly: boolean;
  /** Parts of the address that other days keep: the person, and the only project. */
  readonly kept: { readonly person?: string; readonly only?: string };
  readonly onAdd: () => void;
};

function Entries({ days, today, isNow, isReadOnly, kept, onAdd }: EntriesProps) {
  const team = useTeam();
  const ahead = useOwnTimer()?.ahead ?? 0;
  const { only, person } = kept;
  const query = useOfTeam(team, "GET /api/teams/:team/entries", {
    ...days,
    person,
    project: only,
  });
  return (
    <Answer query={query} what="the entries">
      {(list) => (
        <div className="@container grid gap-6">
          {only === undefined ? null : <OnlyProject days={days} kept={kept} list={list} />}
          {list.entries.length > 0 ? (
            <DayList
              ahead={ahead}
              isReadOnly={isReadOnly}
              key={days.from}
              list={list}
              today={today}
            />
          ) : (
            <Empty
              action={isReadOnly ? undefined : <Button onClick={onAdd}>Add time…</Button>}
              title={
                list.earlier === null && isNow && person === undefined && only === undefined
                  ? "You have tracked no time yet"
                  : `No time from ${dayRange(days.from, isNow ? today : days.to)}`
              }
            >
              {person === undefined
                ? "Start a timer above, add time by hand, or fill in a whole week on its page."
                : isReadOnly
                  ? "Choose another person or other days."
                  : "Add time by hand, or choose another person or other days."}
            </Empty>
          )}
          <RangeTotal days={isNow ? loadedDays(list, days.from, today) : days} list={list} />
          <nav aria-label="Other days" className="flex flex-wrap gap-x-6 gap-y-2">
            {list.earlier === null ? null : (
              <Link
                className="inline-flex min-h-11 items-center underline sm:min-h-6"
                search={{ ...kept, day: list.earlier }}
                to="/time"
              >
                Earlier, until {shortDay(list.earlier)}
              </Link>
            )}
            {isNow ? null : (
              <Link
                className="inline-flex min-h-11 items-center underline sm:min-h-6"
                search={kept}
                to="/time"
              >
                Back to today
              </Link>
            )}
          </nav>
        </div>
      )}
    </Answer>
  );
}

type List = Output<"GET /api/teams/:team/entries">;

/** Days of the newest page: until today, or the last day with time. */
function loadedDays({ entries }: List, from: string, today: string): Days {
  const [newest] = entries;
  return { from, to: newest !== undefined && newest.day > today ? newest.day : today };
}

type OnlyProjectProps = Pick<EntriesProps, "days" | "kept"> & { readonly list: List };

function OnlyProject({ days, kept: { only: _one, ...kept }, list }: OnlyProjectProps) {
  const [entry] = list.entries;
  return (
    <p className={`text-ink2 ${BEFORE_SELECTED}`}>
      Only{" "}
      {entry === undefined ? (
        "one project"
      ) : (
        <bdi className="font-medium text-ink">{entry.project.name}</bdi>
      )}
      .{" "}
      <Link className="inline-block min-h-6 underline" search={{ ...days, ...kept }} to="/time">
        All projects
      </Link>
    </p>
  );
}

function RangeTotal({ days: { from, to }, list }: { readonly days: Days; readonly list: List }) {
  if (list.isCut) return <p className="text-ink2">Only the newest entries are shown.</p>;
  if (list.entries.length === 0) return null;
  return (
    <p className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
      Total, {dayRange(from, to)}
      <TimeSum entries={list.entries} isInColumn isRuled />
    </p>
  );
}
