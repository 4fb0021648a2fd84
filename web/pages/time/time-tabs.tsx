import { Link, useSearch } from "@tanstack/react-router";
import { addDays, mondayOf } from "../../../src/shared/calendar.ts";
import { dayIn } from "../../../src/shared/time.ts";
import { useMe, useNow } from "../../queries.ts";
import { shownDay } from "./shown-days.ts";
import { weekNameOf } from "./week/week-model.ts";

/** Links between the pages of time. They keep the days and the person. */
export function TimeTabs() {
  const { user } = useMe();
  const today = dayIn(user.timeZone, useNow());
  const search = useSearch({ strict: false });
  const day = shownDay(search) ?? today;
  const { person } = search;
  const whose = person === undefined ? {} : { person };
  const isNow = mondayOf(day) === mondayOf(today);
  const week = { from: mondayOf(day), to: addDays(mondayOf(day), 6) };
  const tabs = [
    { to: "/time", label: "Tracker", search: { ...(isNow ? {} : week), ...whose } },
    {
      to: "/time/calendar",
      label: "Calendar",
      search: { ...(day === today ? {} : { day }), ...whose },
    },
    {
      to: "/time/week",
      label: "Week",
      search: { ...(isNow ? {} : { week: weekNameOf(day) }), ...whose },
    },
    { to: "/time/team", label: "Team hours", search: isNow ? {} : week },
  ] as const;
  return (
    <nav aria-label="Time" className="max-sm:order-last max-sm:basis-full">
      <ul className="flex gap-1">
        {tabs.map(({ to, label, search }) => (
          <li key={to}>
            <Link
              activeOptions={{ exact: true, includeSearch: false }}
              className="nav-link inline-flex min-h-11 items-center sm:min-h-9 sm:px-3"
              search={search}
              to={to}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
