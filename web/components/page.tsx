import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useArrival } from "../focus.ts";
import { setPageTitle } from "../window.ts";

type PageProps = {
  readonly title: string;
  readonly heading?: ReactNode;
  readonly lead?: ReactNode;
  readonly back?: { readonly to: string; readonly label: string };
  readonly actions?: ReactNode;
  readonly tabs?: ReactNode;
  readonly width?: "settings" | "content";
  readonly children: ReactNode;
};

const WIDTHS = { settings: "max-w-settings", content: "max-w-content" } as const;

/** Page frame. Its title is the only `h1` and the document's title. */
export function Page(props: PageProps) {
  const { title, heading, lead, back, actions, tabs, width = "content" } = props;
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    setPageTitle(`${title} · Ledgerport`);
  }, [title]);
  useArrival(top);
  const below =
    lead === undefined ? null : <p className="max-w-measure text-balance text-ink2">{lead}</p>;
  // A record's name is long, and its actions stand below all of its head where they have no room beside.
  const isRecord = heading !== undefined;
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] content-start gap-5 ${WIDTHS[width]}`}>
      <header className="grid gap-1">
        {back === undefined ? null : <Back {...back} />}
        {/* A short action stands beside the title also on narrow screens. */}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {/* Three tabs have no room beside a title on phones: they stand below it and its actions. */}
          <div
            className={`min-w-0 ${isRecord && tabs === undefined ? "grid" : "flex flex-wrap items-center gap-x-4 max-sm:has-[li:nth-child(3)]:contents"}`}
          >
            <h1
              className="text-title font-semibold text-balance outline-none"
              ref={top}
              tabIndex={-1}
            >
              {heading ?? title}
            </h1>
            {tabs}
            {isRecord ? <div className="basis-full">{below}</div> : null}
          </div>
          {actions === undefined ? null : (
            <div className="flex flex-wrap items-end gap-2">{actions}</div>
          )}
        </div>
        {isRecord ? null : below}
      </header>
      {props.children}
    </div>
  );
}

function Back({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <Link className="back-link" to={to}>
      <ArrowLeft aria-hidden size={16} strokeWidth={1.5} />
      {label}
    </Link>
  );
}

type SectionProps = {
  readonly title: string;
  readonly id: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

export function Section({ title, id, hint, actions, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start sm:gap-x-6">
        {/* Focusable: it gets the focus when the focused row below is removed. */}
        <h2
          className="flex-1 basis-28 scroll-mt-16 text-section font-semibold outline-none"
          id={id}
          tabIndex={-1}
        >
          {title}
        </h2>
        {hint === undefined ? null : (
          <div className="max-w-measure text-ink2 max-sm:order-last max-sm:basis-full sm:col-start-1">
            {hint}
          </div>
        )}
        {/* A button is taller than the title: this aligns their middles. */}
        {actions === undefined ? null : (
          <div className="max-sm:has-[input]:basis-full sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:-my-1.5">
            {actions}
          </div>
        )}
      </div>
      {children}
    </section>
  );
}

type ItemProps = {
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** Keeps a short action beside the text on narrow screens too. */
  readonly isOneLine?: boolean;
};

export function Item({ children, actions, isOneLine = false }: ItemProps) {
  return (
    <li
      className={`flex items-start justify-between gap-x-4 gap-y-2 py-3 ${isOneLine ? "" : "max-sm:flex-wrap"}`}
    >
      <div className="grid min-w-0 gap-0.5">{children}</div>
      {actions === undefined ? null : (
        <div className="flex shrink-0 flex-wrap gap-2">{actions}</div>
      )}
    </li>
  );
}

export function Items({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  );
}
