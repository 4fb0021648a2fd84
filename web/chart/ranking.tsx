import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { ListLink } from "./data.ts";
import { LOOKS } from "./looks.ts";

export type Ranked = {
  readonly name: string;
  readonly value: number;
  readonly text: string;
  readonly link?: ListLink | undefined;
};

export type Others = Omit<Ranked, "link"> & { readonly items: readonly Ranked[] };

type RankingProps = {
  readonly items: readonly Ranked[];
  readonly others?: Others | undefined;
  readonly label: string;
};

/** Horizontal bars, each with its name and value. Values below zero stand left of the axis. */
export function Ranking({ items, others, label }: RankingProps) {
  const all = others === undefined ? items : [...items, others, ...others.items];
  const values = all.map(({ value }) => value);
  const axis = { low: Math.min(0, ...values), high: Math.max(0, ...values) };
  return (
    <ul aria-label={label} className="grid gap-1">
      {items.map((item) => (
        <RankedItem axis={axis} item={item} key={item.name} />
      ))}
      {others === undefined ? null : (
        <li>
          <details className="group">
            <summary className={`${BAR} cursor-pointer text-ink hover:bg-hover`}>
              <Bar axis={axis} value={others.value}>
                <span className="flex min-w-0 items-center gap-1">
                  {others.name}
                  <ChevronRight
                    aria-hidden
                    className="shrink-0 group-open:rotate-90 print:hidden"
                    size={16}
                    strokeWidth={1.5}
                  />
                </span>
                {others.text}
              </Bar>
            </summary>
            <ul aria-label={others.name} className="grid gap-1 pt-1">
              {others.items.map((item) => (
                <RankedItem axis={axis} item={item} key={item.name} />
              ))}
            </ul>
          </details>
        </li>
      )}
    </ul>
  );
}

type Axis = { readonly low: number; readonly high: number };

function RankedItem({ axis, item }: { readonly axis: Axis; readonly item: Ranked }) {
  const { name, value, text, link } = item;
  const bar = (
    <Bar axis={axis} value={value}>
      <span className="min-w-0 sm:truncate">
        <bdi>{name}</bdi>
      </span>
      {text}
    </Bar>
  );
  return (
    <li>
      {link === undefined ? (
        <div className={BAR}>{bar}</div>
      ) : (
        <Link className={`${BAR} text-ink no-underline hover:bg-hover hover:underline`} {...link}>
          {bar}
        </Link>
      )}
    </li>
  );
}

const BAR =
  "grid min-h-8 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-1 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_8rem]";

type BarProps = {
  readonly axis: Axis;
  readonly value: number;
  readonly children: readonly [name: ReactNode, value: ReactNode];
};

function Bar({ axis: { low, high }, value, children: [name, text] }: BarProps) {
  const percentOf = (value: number) => ((value - low) / (high - low || 1)) * 100;
  const [from, to] = [percentOf(Math.min(0, value)), percentOf(Math.max(0, value))];
  return (
    <>
      {name}
      <svg
        aria-hidden="true"
        className="h-3 w-full max-sm:order-last max-sm:col-span-2 print:h-2"
        preserveAspectRatio="none"
      >
        <rect className={LOOKS[0].bar} height="100%" width={`${to - from}%`} x={`${from}%`} />
      </svg>
      <span className="text-end whitespace-nowrap tabular-nums">{text}</span>
    </>
  );
}
