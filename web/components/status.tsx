import type { ReactNode } from "react";
import type { Problem } from "../../src/api/problem.ts";
import { Drawing, Shape, type Tone } from "./shapes.tsx";

const GROUNDS: Readonly<Record<Tone, string>> = {
  good: "bg-good-soft",
  warn: "bg-warn-soft",
  bad: "bg-bad-soft",
  quiet: "bg-sunken",
  new: "bg-accent-soft",
};

const WORDS: Readonly<Record<Tone, string>> = {
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
  quiet: "text-ink2",
  new: "text-accent",
};

type StatusProps = { readonly tone: Tone; readonly children: ReactNode };

export function Status({ tone, children }: StatusProps) {
  return (
    <span className={`${STATUS} ${GROUNDS[tone]} ${WORDS[tone]}`}>
      <Shape tone={tone} />
      {children}
    </span>
  );
}

const STATUS =
  "inline-flex items-baseline gap-1 whitespace-nowrap [&>svg]:self-center rounded-control px-1.5 py-0.5 text-caption font-medium forced-colors:border";

type LookedStatusProps = StatusProps & {
  /** Drawing on 16 × 16 px, in place of that of the tone. */
  readonly shape: ReactNode;
};

/** State of records that have more states than there are tones. */
export function LookedStatus({ tone, shape, children }: LookedStatusProps) {
  return (
    <span className={`${STATUS} ${GROUNDS[tone]} ${WORDS[tone]}`}>
      <Drawing tone={tone}>{shape}</Drawing>
      {children}
    </span>
  );
}

/** Reference of a bug in the server's log: one click selects all of it. */
export function Reference({ of: { reference } }: { readonly of: Pick<Problem, "reference"> }) {
  if (reference === undefined) return null;
  return (
    <p className="text-small text-ink2">
      If it happens again, tell whoever runs the server this reference:{" "}
      <code className="font-mono wrap-anywhere select-all">{reference}</code>
    </p>
  );
}

type NoticeProps = {
  readonly tone: Tone;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
};

export function Notice({ tone, title, children, actions }: NoticeProps) {
  return (
    <div
      className={`flex gap-2 rounded-control p-3 text-body text-ink forced-colors:border ${GROUNDS[tone]}`}
    >
      <span className="pt-0.5">
        <Shape tone={tone} />
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        {title === undefined ? null : <p className="font-semibold">{title}</p>}
        {children === undefined ? null : <div className="grid gap-1">{children}</div>}
        {actions === undefined ? null : <div className="flex flex-wrap gap-2 pt-1">{actions}</div>}
      </div>
    </div>
  );
}
