import { Search } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { ABOVE, BELOW, IN_BAR } from "../../src/shared/pages.ts";
import { DOTS, Frame, PageIcon } from "./frame.tsx";
import { Mark } from "./shapes.tsx";

const ROWS = ["w-3/5", "w-2/5", "w-1/2", "w-3/4", "w-1/3", "w-4/5"] as const;

/**
 * Page before its scripts have loaded: the navigation, and grey lines in place of rows. The build writes
 * it into index.html; the server adds what it knows of the address.
 */
function FirstPaint() {
  return (
    <Frame
      account={<Line className="my-4 w-24 max-md:mx-3 max-md:w-5" />}
      bar={
        <ul className="bar-links">
          {IN_BAR.map((page) => (
            <PageLink key={page.to} look="bar-link" page={page} />
          ))}
          <li>
            <span className="bar-link">
              <PageIcon icon={DOTS} />
              More
            </span>
          </li>
        </ul>
      }
      mark={
        <a aria-label="Ledgerport, home" className="frame-mark" href="/">
          <Mark />
          Ledgerport
        </a>
      }
      search={
        <span className="frame-search">
          <Search aria-hidden className="size-5 md:size-4" strokeWidth={1.5} />
          <span className="max-md:sr-only">Search…</span>
        </span>
      }
      sidebar={[ABOVE, BELOW].map((pages) => (
        <ul className="grid gap-0.5" key={pages[0]?.to}>
          {pages.map((page) => (
            <PageLink key={page.to} look="side-link" page={page} />
          ))}
        </ul>
      ))}
      team={<Line className="my-4 w-28" />}
    >
      <div aria-busy="true" className="grid max-w-content content-start gap-5">
        <h1 className="text-title font-semibold text-balance outline-none">Loading…</h1>
        <div aria-hidden="true" className="grid divide-y divide-line border-y border-line">
          {ROWS.map((width) => (
            <span className="flex h-11 items-center gap-3 px-2 sm:h-9" key={width}>
              <span className="h-3 w-10 rounded-control bg-hover" />
              <Line className={width} />
            </span>
          ))}
        </div>
      </div>
    </Frame>
  );
}

export const html = renderToStaticMarkup(<FirstPaint />);

type PageLinkProps = { readonly page: (typeof ABOVE)[number]; readonly look: string };

function PageLink({ page: { to, label, icon }, look }: PageLinkProps) {
  return (
    <li>
      <a className={look} href={to}>
        <PageIcon icon={icon} />
        {label}
      </a>
    </li>
  );
}

function Line({ className }: { readonly className: string }) {
  return <span className={`block h-3 rounded-control bg-hover ${className}`} />;
}
