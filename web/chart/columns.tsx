import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { type ChartData, sumAt } from "./data.ts";
import type { Layout } from "./layout.ts";
import { LOOKS } from "./looks.ts";
import { type Target, targetsOf } from "./targets.ts";

type ColumnsProps = {
  readonly data: ChartData;
  readonly layout: Layout;
  readonly height: number;
  readonly hatch: string;
  readonly format: (value: number) => string;
};

/**
 * Marks of each place. Tab reaches one target, arrow keys the others; each is read aloud with its values,
 * and leads to its list.
 */
export function Columns({ data, layout, height, hatch, format }: ColumnsProps) {
  const [active, setActive] = useState(0);
  const targets = targetsOf(data, layout, format);
  const move = (event: KeyboardEvent<SVGGElement>) => {
    const to = targetOf(event.key, active, targets.length);
    if (to === null) return;
    event.preventDefault();
    setActive(to);
    event.currentTarget.querySelectorAll<SVGElement>("[data-target]")[to]?.focus();
  };
  return (
    <g onKeyDown={move} role="presentation">
      <Marks data={data} hatch={hatch} layout={layout} />
      {data.kind === "stack" ? <Sums data={data} format={format} layout={layout} /> : null}
      {targets.map((target, index) => (
        <Reachable
          index={index}
          isActive={index === active}
          key={target.words}
          onFocus={() => setActive(index)}
          target={target}
        >
          <rect
            className="fill-transparent hover:fill-ink/5"
            height={height + 20}
            width={target.width}
            x={target.x}
            y={-20}
          />
        </Reachable>
      ))}
    </g>
  );
}

type ReachableProps = {
  readonly target: Target;
  readonly index: number;
  readonly isActive: boolean;
  readonly onFocus: () => void;
  readonly children: ReactNode;
};

function Reachable({ target, index, isActive, onFocus, children }: ReachableProps) {
  const { words, link } = target;
  const common = {
    "aria-label": words,
    // Inside the plot, which cuts what stands out at its sides.
    className: "-outline-offset-2",
    "data-target": index,
    onFocus,
    tabIndex: isActive ? 0 : -1,
  } as const;
  if (link === undefined)
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing cannot hold an img
      <g {...common} role="img">
        <title>{words}</title>
        {children}
      </g>
    );
  // Without a title: it would count as the link's text beside its name.
  return (
    <Link {...common} {...link}>
      {children}
    </Link>
  );
}

type SumsProps = Pick<ColumnsProps, "data" | "layout" | "format">;

function Sums({ data, layout, format }: SumsProps) {
  return layout.columns.map(({ x, width }, place) => (
    <text
      aria-hidden="true"
      className="pointer-events-none fill-ink forced-colors:fill-[CanvasText]"
      key={data.places[place]?.name}
      textAnchor="middle"
      x={x + width / 2}
      y={topOf(layout, place) - 6}
    >
      {sumAt(data, place) > 0 ? format(sumAt(data, place)) : null}
    </text>
  ));
}

function topOf({ bars, baseline }: Layout, place: number): number {
  return Math.min(baseline, ...bars.filter((bar) => bar.place === place).map(({ y }) => y));
}

function targetOf(key: string, from: number, targets: number): number | null {
  if (key === "Home") return 0;
  if (key === "End") return targets - 1;
  if (key === "ArrowRight" || key === "ArrowDown") return Math.min(targets - 1, from + 1);
  if (key === "ArrowLeft" || key === "ArrowUp") return Math.max(0, from - 1);
  return null;
}

type MarksProps = { readonly data: ChartData; readonly layout: Layout; readonly hatch: string };

function Marks({ data, layout, hatch }: MarksProps) {
  const isPartial = (place: number) => data.places[place]?.isPartial === true;
  return (
    <g aria-hidden="true">
      {layout.bars.map(({ series, place, ...box }) => (
        <g key={`${series} ${place}`}>
          <rect className={LOOKS[series]?.bar} {...box} />
          {isPartial(place) ? <rect fill={`url(#${hatch})`} {...box} opacity="0.5" /> : null}
        </g>
      ))}
      {layout.lines.map((points, series) => (
        <g key={data.series[series]?.name}>
          <path
            className={LOOKS[series]?.line}
            d={points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("")}
            fill="none"
            strokeDasharray={LOOKS[series]?.dashes}
            strokeWidth="2"
          />
          {points.map(({ x, y, place }) => (
            <path
              className={`${LOOKS[series]?.line} ${isPartial(place) ? "fill-surface" : LOOKS[series]?.bar}`}
              d={LOOKS[series]?.marker}
              key={place}
              transform={`translate(${x} ${y})`}
            />
          ))}
        </g>
      ))}
    </g>
  );
}
