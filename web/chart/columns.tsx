import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { type ChartData, sumAt } from "./data.ts";
import { type Layout, wordsOf } from "./layout.ts";
import { Marks } from "./marks.tsx";

type ColumnsProps = {
  readonly data: ChartData;
  readonly layout: Layout;
  readonly height: number;
  /** Id of the pattern for periods that are not over. */
  readonly hatch: string;
  readonly format: (value: number) => string;
};

/**
 * The marks of each place. One of the places can be reached by Tab, the others from there by the arrow
 * keys; each is read aloud with its values, and leads to its list.
 */
export function Columns({ data, layout, height, hatch, format }: ColumnsProps) {
  const [active, setActive] = useState(0);
  const move = (event: KeyboardEvent<SVGGElement>) => {
    const to = targetOf(event.key, active, data.places.length);
    if (to === null) return;
    event.preventDefault();
    setActive(to);
    event.currentTarget.querySelectorAll<SVGElement>("[data-place]")[to]?.focus();
  };
  return (
    <g onKeyDown={move} role="presentation">
      <Marks data={data} hatch={hatch} layout={layout} />
      {layout.columns.map(({ x, width }, place) => (
        <Target
          data={data}
          isActive={place === active}
          key={data.places[place]?.name}
          onFocus={() => setActive(place)}
          place={place}
          words={wordsOf(data, place, format)}
        >
          <rect
            className="fill-transparent hover:fill-ink/5"
            height={height + 20}
            width={width}
            x={x}
            y={-20}
          />
          {data.kind === "lines" ? null : (
            <text
              aria-hidden="true"
              className="pointer-events-none fill-ink forced-colors:fill-[CanvasText]"
              textAnchor="middle"
              x={x + width / 2}
              y={topOf(layout, place) - 6}
            >
              {data.kind === "stack" && sumAt(data, place) > 0 ? format(sumAt(data, place)) : null}
            </text>
          )}
        </Target>
      ))}
    </g>
  );
}

type TargetProps = {
  readonly data: ChartData;
  readonly place: number;
  readonly words: string;
  readonly isActive: boolean;
  readonly onFocus: () => void;
  readonly children: ReactNode;
};

function Target({ data, place, words, isActive, onFocus, children }: TargetProps) {
  const { link } = data.places[place] ?? {};
  const common = {
    "aria-label": words,
    "data-place": place,
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

function topOf({ bars, baseline }: Layout, place: number): number {
  return Math.min(baseline, ...bars.filter((bar) => bar.place === place).map(({ y }) => y));
}

/** Place that a key leads to; null for other keys. */
function targetOf(key: string, from: number, places: number): number | null {
  if (key === "Home") return 0;
  if (key === "End") return places - 1;
  if (key === "ArrowRight" || key === "ArrowDown") return Math.min(places - 1, from + 1);
  if (key === "ArrowLeft" || key === "ArrowUp") return Math.max(0, from - 1);
  return null;
}
