import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { addDays, mondayOf } from "../../../src/shared/calendar.ts";
import { dayIn } from "../../../src/shared/time.ts";
import type { Output } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { CTRL } from "../../components/key-hints.tsx";
import { MenuItem, NarrowMenu } from "../../components/menu.tsx";
import { Page } from "../../components/page.tsx";
import { dayRange, dayWords, shortDay } from "../../dates.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { useIsNarrow, useIsWide } from "../../window.ts";
import { type Axis, axisOf } from "./calendar/axis.ts";
import { Calendar, focusedPart, type Start } from "./calendar/calendar.tsx";
import { DayButtons } from "./day-buttons.tsx";
import { AddDialog } from "./entries/entry-dialog.tsx";
import { PeriodKeys, PeriodNav, usePeriodKeys } from "./period-nav.tsx";
import { shownDay } from "./shown-days.ts";
import { TimeSum } from "./time-sum.tsx";
import { TimeTabs } from "./time-tabs.tsx";
import { dayHead } from "./week/week-model.ts";
import { PersonChoice, ReadOnlyNote, useWhose } from "./whose.tsx";

export function CalendarPage() {
  const { user } = useMe();
  const team = useTeam();
  const navigate = useNavigate();
  const isWide = useIsWide();
  const isNarrow = useIsNarrow();
  const today = dayIn(user.timeZone, useNow());
  const search = useSearch({ from: "/time/calendar" });
  const day = shownDay(search) ?? today;
  const { person, isReadOnly } = useWhose(search["person"]);
  const isWeek = isWide && search["view"] !== "day";
  const open = (day: string, given: Shown = {}) => {
    const { of = person, isOneDay = search["view"] === "day" } = given;
    void navigate({
      to: "/time/calendar",
      search: {
        ...(day === today ? {} : { day }),
        ...(isOneDay ? { view: "day" } : {}),
        ...(of === undefined || of === user.id ? {} : { person: of }),
      },
      resetScroll: false,
    });
  };
  const week = WEEK.map((index) => addDays(mondayOf(day), index));
  const days = isWeek ? week : [day];
  const [first = day] = days;
  const to = days.at(-1) ?? day;
  const [isAdding, setAdding] = useState(false);
  const [start, setStart] = useState<Start>(null);
  const go = (steps: number | null) => {
    setStart(focusedPart());
    open(steps === null ? today : addDays(day, steps * days.length));
  };
  usePeriodKeys(go);
  // One range for a day and its week, so that nothing is lost where a window gets narrow. An entry of the
  // day before may end on the first day.
  const [monday = day] = week;
  const range = { from: addDays(monday, -1), to: addDays(monday, 6), person };
  const query = useOfTeam(team, "GET /api/teams/:team/entries", range);
  return (
    <Page
      actions={
        <>
          <PersonChoice
            label="Time of"
            onChange={(of = user.id) => open(day, { of })}
            person={person}
          />
          {isReadOnly ? null : (
            <>
              <span className="contents max-sm:hidden">
                <Button onClick={() => setAdding(true)}>Add time…</Button>
              </span>
              <NarrowMenu label="More on time">
                <MenuItem onPress={() => setAdding(true)}>Add time…</MenuItem>
              </NarrowMenu>
            </>
          )}
        </>
      }
      tabs={<TimeTabs />}
      title="Calendar"
    >
      {isReadOnly ? <ReadOnlyNote /> : null}
      <PeriodNav
        days={isWeek ? dayRange(first, to) : isWide ? dayWords(day, today) : dayHead(day)}
        now={isWeek ? "This week" : "Today"}
        onGo={go}
        sum={
          isWeek && query.data !== undefined ? (
            <TimeSum
              entries={query.data.entries.filter(({ day }) => first <= day && day <= to)}
              isRuled
            />
          ) : null
        }
        what={isWeek ? "week" : "day"}
      >
        {isWide ? (
          <Button kind="quiet" onClick={() => open(day, { isOneDay: isWeek })}>
            {isWeek ? "One day" : "Whole week"}
          </Button>
        ) : null}
      </PeriodNav>
      <Answer query={query} what="the entries">
        {(list) => {
          const [one = day, ...others] = days;
          const axis = axisOf(list.timeZone, one);
          return (
            <>
              {isNarrow ? (
                <DayButtons
                  chosen={day}
                  days={week.map((day) => ({ day, seconds: secondsOn(list, day) }))}
                  onChoose={(day) => open(day)}
                  today={today}
                />
              ) : null}
              {isEmpty(list, axis, to) ? (
                <NoTime
                  isReadOnly={isReadOnly}
                  when={isWeek ? `from ${dayRange(first, to)}` : `on ${shortDay(day)}`}
                />
              ) : null}
              <Calendar
                days={[axis, ...others.map((day) => axisOf(list.timeZone, day))]}
                isReadOnly={isReadOnly}
                key={`${days.join()} ${person ?? ""}`}
                list={list}
                range={range}
                start={start}
                today={today}
              />
            </>
          );
        }}
      </Answer>
      <Hints isReadOnly={isReadOnly} isWeek={isWeek} />
      {isAdding ? (
        <AddDialog
          onClose={() => setAdding(false)}
          person={person}
          times={{ day: days.includes(today) ? today : first }}
        />
      ) : null}
    </Page>
  );
}

type HintsProps = { readonly isReadOnly: boolean; readonly isWeek: boolean };

function Hints({ isReadOnly, isWeek }: HintsProps) {
  return (
    <div className="grid gap-1">
      {isReadOnly ? null : (
        <>
          <p className="text-caption text-ink3 pointer-coarse:hidden">
            Click a free place or drag over it to add time. Drag an entry or its edges to change it.
          </p>
          <p className="hidden text-caption text-ink3 pointer-coarse:block">
            Tap a free place to add time. Press and hold an entry, then drag it.
          </p>
        </>
      )}
      <div id="calendar-keys">
        <PeriodKeys
          keys={isReadOnly ? KEYS.slice(0, 1) : KEYS}
          now={isWeek ? "This week" : "Today"}
          what={isWeek ? "week" : "day"}
        />
      </div>
    </div>
  );
}

const KEYS = [
  ["Arrows", "another entry"],
  [`${CTRL} arrows`, "move it"],
  ["Shift ↑ ↓", "change its end"],
] as const;

type Entries = Output<"GET /api/teams/:team/entries">;

/** An entry that began on the day before counts too. */
function isEmpty({ entries }: Entries, { day: first, from }: Axis, last: string): boolean {
  return !entries.some(({ day, start, stop }) =>
    day >= first ? day <= last : start !== null && (stop === null || Date.parse(stop) > from),
  );
}

function secondsOn({ entries }: Entries, on: string): number {
  return entries.reduce((sum, { day, seconds }) => sum + (day === on ? (seconds ?? 0) : 0), 0);
}

type Shown = { readonly of?: string; readonly isOneDay?: boolean };

const WEEK = [0, 1, 2, 3, 4, 5, 6];

/** Says that the shown days are empty. The free places stay in sight. */
function NoTime({ isReadOnly, when }: { readonly isReadOnly: boolean; readonly when: string }) {
  return (
    <p className="rounded-control bg-sunken px-4 py-2">
      <span className="font-semibold">No time {when}.</span>{" "}
      {isReadOnly ? null : (
        <span className="text-ink2">Add some above, or choose a free place below.</span>
      )}
    </p>
  );
}
