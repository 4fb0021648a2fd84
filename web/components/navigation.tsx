import { Link, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { ABOVE, BELOW, IN_BAR, UNDER_MORE } from "../../src/shared/pages.ts";
import { DOTS, PageIcon } from "./frame.tsx";
import { PageCount } from "./page-count.tsx";

const More = lazy(async () => import("./more.tsx").then(({ More }) => ({ default: More })));

export function SideLinks() {
  const { pathname } = useLocation();
  return [ABOVE, BELOW].map((pages) => (
    <ul className="grid gap-0.5" key={pages[0]?.to}>
      {pages.map(({ to, label, icon }) => (
        <li key={to}>
          <Link
            activeOptions={{ exact: to === "/" }}
            aria-current={leadsTo(to, pathname) ? "page" : undefined}
            className="side-link"
            to={to}
          >
            <PageIcon icon={icon} />
            {label}
            <PageCount to={to} />
          </Link>
        </li>
      ))}
    </ul>
  ));
}

/** True for the link that leads to the open page, where that is not in the navigation itself. */
function leadsTo(to: string, pathname: string): boolean {
  return to === "/activity" && pathname === "/calls";
}

export function BarLinks() {
  const [isMoreOpen, setMoreOpen] = useState(false);
  const { pathname } = useLocation();
  const isUnderMore = UNDER_MORE.some(({ to }) => pathname.startsWith(to) || leadsTo(to, pathname));
  return (
    <>
      <ul className="bar-links">
        {IN_BAR.map(({ to, label, icon }) => (
          <li key={to}>
            <Link activeOptions={{ exact: to === "/" }} className="bar-link" to={to}>
              <PageIcon icon={icon} />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button
            aria-current={isUnderMore ? "page" : undefined}
            aria-haspopup="dialog"
            className="bar-link"
            onClick={() => setMoreOpen(true)}
            type="button"
          >
            <PageIcon icon={DOTS} />
            More
          </button>
        </li>
      </ul>
      <Suspense>
        {isMoreOpen ? <More onClose={() => setMoreOpen(false)} pages={UNDER_MORE} /> : null}
      </Suspense>
    </>
  );
}
