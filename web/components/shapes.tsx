import type { ReactNode } from "react";

/** Each tone has its own shape, so that colour is not the only sign (WCAG 1.4.1). */
export type Tone = "good" | "warn" | "bad" | "quiet" | "new";

const OUTLINES: Readonly<Record<Tone, ReactNode>> = {
  good: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="m5.25 8.25 2 2 3.5-4.25" />
    </>
  ),
  warn: (
    <>
      <path d="M8 2 14.5 13.5h-13z" />
      <path d="M8 6.5v3.25M8 11.25v.75" />
    </>
  ),
  bad: (
    <>
      <path d="M5.4 1.75h5.2l3.65 3.65v5.2l-3.65 3.65H5.4L1.75 10.6V5.4z" />
      <path d="M8 4.75v4M8 10.5v.75" />
    </>
  ),
  quiet: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M5.25 8h5.5" />
    </>
  ),
  new: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M5.25 8h5.5M8 5.25v5.5" />
    </>
  ),
};

const COLOURS: Readonly<Record<Tone, string>> = {
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
  quiet: "text-ink3",
  new: "text-accent",
};

export function Shape({ tone }: { readonly tone: Tone }) {
  return <Drawing tone={tone}>{OUTLINES[tone]}</Drawing>;
}

type DrawingProps = { readonly tone: Tone; readonly children: ReactNode };

/** Lines on 16 × 16 px, in the tone's colour. */
export function Drawing({ tone, children }: DrawingProps) {
  return (
    <svg
      aria-hidden="true"
      className={`size-4 shrink-0 ${COLOURS[tone]} forced-colors:text-inherit`}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.5"
      viewBox="0 0 16 16"
    >
      {children}
    </svg>
  );
}

/** Logo: right-aligned figures over the double rule that closes an account. */
export function Mark() {
  return (
    <svg aria-hidden="true" className="h-6 w-5 shrink-0" fill="currentColor" viewBox="4 3 16 18.75">
      <rect height="3" width="10" x="10" y="3" />
      <rect height="3" width="16" x="4" y="8" />
      <rect height="3" width="7" x="13" y="13" />
      <rect height="1.25" width="16" x="4" y="18" />
      <rect height="1.25" width="16" x="4" y="20.5" />
    </svg>
  );
}
