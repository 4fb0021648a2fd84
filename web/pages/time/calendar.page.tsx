import { useNavigate, useSearch } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { addDays, mondayOf } from "../../../src/shared/calendar.ts";
import { Answer } from "../../components/answer.tsx";
import { Button, IconButton } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { dayIn, dayWords, isDay, shortDay } from "../../days.ts";
import { useIsWide } from "../../narrow.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { axisOf } from "./calendar/axis.ts";
import { Calendar } from "./calendar/calendar.tsx";
import { PersonChoice } from "./person-choice.tsx";
import { TimeTabs } from "./time-tabs.tsx";
import { usePeriodKeys } from "./use-period-keys.ts";

/** A person's entries on the axis of a day, or of a week where there is room. */
export function CalendarPage() {
  const { user } = useMe();
  const team = useTeam();
  const navigate = useNavigate();
  const isWide = useIsWide();
  const today = dayIn(user.timeZone, useNow());
  const search = useSearch({ from: "/time/calendar" });
  const day = isDay(search["day"] ?? "") ? (search["day"] ?? today) : today;
  const person = leads(team) ? search["person"] : undefined;
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
  const first = isWeek ? mondayOf(day) : day;
  const days = isWeek ? WEEK.map((index) => addDays(first, index)) : [day];
  const to = days.at(-1) ?? day;
  const go = (steps: number | null) =>
    open(steps === null ? today : addDays(day, steps * days.length));
  usePeriodKeys(go);
  // An entry of the day before may end on the first day.
  const range = { from: addDays(first, -1), to, ...(person === undefined ? {} : { person }) };
  const query = useOfTeam(team, "GET /api/teams/:team/entries", range);
  const what = isWeek ? "week" : "day";
  return (
    <Page
      actions={
        leads(team) ? (
          <PersonChoice
            label="Time of"
            onChange={(of = user.id) => open(day, { of })}
            person={person}
          />
        ) : null
      }
      lead={isWeek ? `${shortDay(first)} to ${shortDay(to)}` : dayWords(day, today)}
      title="Calendar"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <TimeTabs />
        <div className="flex flex-wrap items-center gap-1">
          {isWide ? (
            <Button kind="quiet" onClick={() => open(day, { isOneDay: isWeek })}>
              {isWeek ? "One day" : "Whole week"}
            </Button>
          ) : null}
          <IconButton label={`Previous ${what}`} onClick={() => go(-1)}>
            <ChevronLeft aria-hidden size={20} strokeWidth={1.5} />
          </IconButton>
          <Button kind="quiet" onClick={() => go(null)}>
            Today
          </Button>
          <IconButton label={`Next ${what}`} onClick={() => go(1)}>
            <ChevronRight aria-hidden size={20} strokeWidth={1.5} />
          </IconButton>
        </div>
      </div>
      <Answer query={query} what="the entries">
        {(list) => {
          const [one = day, ...others] = days;
          const axes = [one, ...others].map((day) => axisOf(list.timeZone, day));
          const [axis = axisOf(list.timeZone, one), ...rest] = axes;
          return (
            <Calendar
              axes={[axis, ...rest]}
              key={`${days.join()} ${person ?? ""}`}
              list={list}
              range={range}
              today={today}
            />
          );
        }}
      </Answer>
      <div className="grid max-w-measure gap-1 text-caption text-ink3">
        <p>
          Click a free place to add time, or drag over it. Drag an entry to move it, or its upper or
          lower edge to change its start or end. On a phone, press and hold before you drag. Esc
          cancels a drag.
        </p>
        <p className="max-sm:hidden" id="calendar-keys">
          With the keyboard, arrows go from entry to entry, and Enter opens one. Ctrl and an arrow
          move the entry, Shift and ↑ or ↓ change its end, Delete deletes it. A step is 15 minutes,
          and with Alt 1 minute. Tab goes to a free place: arrows move it, Enter adds time there.
        </p>
      </div>
    </Page>
  );
}

type Shown = { readonly of?: string; readonly isOneDay?: boolean };

const WEEK = [0, 1, 2, 3, 4, 5, 6];
