import type { ReactNode } from "react";
import { LookedStatus } from "../../components/status.tsx";
import { overdueWords, type Status } from "./invoice.ts";

const CIRCLE = <circle cx="8" cy="8" r="6.25" />;

/** Each state has a word, a shape and a colour. */
const LOOKS = {
  draft: { word: "Draft", tone: "quiet", shape: CIRCLE },
  unpaid: {
    word: "Unpaid",
    tone: "quiet",
    shape: (
      <>
        {CIRCLE}
        <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />
      </>
    ),
  },
  overdue: {
    word: "Overdue",
    tone: "bad",
    shape: (
      <>
        <path d="M8 2 14.5 13.5h-13z" />
        <path d="M8 6.5v3.25M8 11.25v.75" />
      </>
    ),
  },
  paid: {
    word: "Paid",
    tone: "good",
    shape: (
      <>
        {CIRCLE}
        <path d="m5.25 8.25 2 2 3.5-4.25" />
      </>
    ),
  },
  canceled: {
    word: "Canceled",
    tone: "quiet",
    shape: (
      <>
        {CIRCLE}
        <path d="m3.75 12.25 8.5-8.5" />
      </>
    ),
  },
  refunded: {
    word: "Refunded",
    tone: "quiet",
    shape: <path d="M6 3 2.5 6.5 6 10M2.5 6.5H10a3.25 3.25 0 0 1 0 6.5H7" />,
  },
  issued: {
    word: "Issued",
    tone: "quiet",
    shape: (
      <>
        {CIRCLE}
        <path d="M5.25 8h5.5" />
      </>
    ),
  },
} as const satisfies Record<Status, { word: string; tone: string; shape: ReactNode }>;

type InvoiceStatusProps = {
  readonly status: Status;
  /** Told beside an overdue one: `9 days overdue`. */
  readonly daysOverdue?: number | null;
};

export function InvoiceStatus({ status, daysOverdue = null }: InvoiceStatusProps) {
  const { word, tone, shape } = LOOKS[status];
  return (
    <LookedStatus shape={shape} tone={tone}>
      {status === "overdue" && daysOverdue !== null ? overdueWords(daysOverdue) : word}
    </LookedStatus>
  );
}
