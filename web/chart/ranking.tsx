import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ListLink } from "./data.ts";
import { LOOKS } from "./looks.ts";

export type Ranked = {
  readonly name: string;
  readonly value: number;
  /** The value as text. */
  readonly text: string;
  readonly link?: ListLink | undefined;
};

type RankingProps = { readonly items: readonly Ranked[]; readonly label: string };

/** Lying bars, each with its name and value. Zero is always on the axis; what is below stands left of it. */
export function Ranking({ items, label }: RankingProps) {
  const values = items.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const percentOf = (value: number) => ((value - low) / (high - low || 1)) * 100;
  return (
    <ul aria-label={label} className="grid gap-1">
      {items.map(({ name, value, text, link }) => (
        <li key={name}>
          <Bar from={percentOf(Math.min(0, value))} link={link} to={percentOf(Math.max(0, value))}>
            <span className="min-w-0 sm:truncate">
              <bdi>{name}</bdi>
            </span>
            <span className="text-end whitespace-nowrap tabular-nums">{text}</span>
          </Bar>
        </li>
      ))}
    </ul>
  );
}

type BarProps = {
  readonly from: number;
  readonly to: number;
  readonly link: ListLink | undefined;
  readonly children: readonly [name: ReactNode, value: ReactNode];
};

function Bar({ from, to, link, children: [name, value] }: BarProps) {
  const content = (
    <>
      {name}
      <svg
        aria-hidden="true"
        className="h-3 w-full max-sm:order-last max-sm:col-span-2 print:h-2"
        preserveAspectRatio="none"
      >
        <rect className={LOOKS[0].bar} height="100%" width={`${to - from}%`} x={`${from}%`} />
      </svg>
      {value}
    </>
  );
  const className =
    "grid min-h-8 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-1 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_8rem]";
  if (link === undefined) return <div className={className}>{content}</div>;
  return (
    <Link className={`${className} text-ink no-underline hover:bg-hover hover:underline`} {...link}>
      {content}
    </Link>
  );
}
