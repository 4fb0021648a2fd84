import { Link } from "@tanstack/react-router";

const TABS = [
  { to: "/time", label: "Tracker" },
  { to: "/time/calendar", label: "Calendar" },
  { to: "/time/week", label: "Week" },
] as const;

/** Links between the pages of tracked time. */
export function TimeTabs() {
  return (
    <nav aria-label="Time">
      <ul className="flex gap-1">
        {TABS.map(({ to, label }) => (
          <li key={to}>
            <Link
              activeOptions={{ exact: true, includeSearch: false }}
              className="inline-flex min-h-11 items-center rounded-control px-3 text-ink2 no-underline hover:bg-hover aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent sm:min-h-9"
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
