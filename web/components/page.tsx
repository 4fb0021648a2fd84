import { type ReactNode, useEffect, useRef } from "react";
import { useArrival } from "../arrival.ts";

type PageProps = {
  readonly title: string;
  /** What its `h1` says, when that is more than its title. */
  readonly heading?: ReactNode;
  /** What the page is for, in a sentence. */
  readonly lead?: ReactNode;
  /** The page's own next acts, beside its title. */
  readonly actions?: ReactNode;
  readonly width?: "settings" | "content";
  readonly children: ReactNode;
};

const WIDTHS = { settings: "max-w-settings", content: "max-w-content" } as const;

/** A page: its title is the only `h1` and the document's. */
export function Page({ title, heading, lead, actions, width = "content", children }: PageProps) {
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Ledgerport`;
  }, [title]);
  useArrival(top);
  return (
    <div className={`grid content-start gap-6 ${WIDTHS[width]}`}>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <h1
            className="text-title font-semibold text-balance outline-none"
            ref={top}
            tabIndex={-1}
          >
            {heading ?? title}
          </h1>
          {lead === undefined ? null : (
            <p className="max-w-measure text-balance text-ink2">{lead}</p>
          )}
        </div>
        {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

type SectionProps = {
  readonly title: string;
  readonly id: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A part of a page under a rule, as the entries of a ledger are. */
export function Section({ title, id, hint, actions, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid flex-1 basis-64 gap-1">
          {/* It is where the focus goes when what had it is no longer in the list below. */}
          <h2
            className="scroll-mt-16 text-section font-semibold outline-none"
            id={id}
            tabIndex={-1}
          >
            {title}
          </h2>
          {hint === undefined ? null : <div className="max-w-measure text-ink2">{hint}</div>}
        </div>
        {/* A button is higher than the title that it stands beside: their middles are in line. */}
        {actions === undefined ? null : <div className="sm:-my-1.5">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** A thing of a list: what it is on the left, what can be done with it on the right. */
export function Item({
  children,
  actions,
}: {
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <li className="flex items-start justify-between gap-x-4 gap-y-2 py-3 max-sm:flex-wrap">
      <div className="grid min-w-0 gap-0.5">{children}</div>
      {actions === undefined ? null : (
        <div className="flex shrink-0 flex-wrap gap-2">{actions}</div>
      )}
    </li>
  );
}

/** The lines of a ledger. The double rule closes it, as under a final total. */
export function Items({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line border-b-4 border-double border-b-accent"
    >
      {children}
    </ul>
  );
}
