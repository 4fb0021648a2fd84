import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Line } from "./lines.ts";

/** Sticky head, and the bar with the timer of narrow screens: rows stop clear of them. */
const HEAD_PX = 40;
const BAR_PX = 128;
const BEYOND = 8;
const HEIGHTS_PX = { row: 36, group: 29, opening: 41, closing: 32 } as const;

/** Measured heights by list, so that going back finds each row in its place. */
const heights = new Map<string, VirtualItem[]>();

type Drawn<Row> = {
  readonly name: string;
  readonly lines: readonly Line<Row>[];
  /** Index of the line that can have the focus: it is drawn even outside of the window. */
  readonly active: number;
};

export function useVirtualLines<Row>({ name, lines, active }: Drawn<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const { top = 0 } = body.current?.getBoundingClientRect() ?? {};
      setTop(Math.round(top + window.scrollY));
    };
    measure();
    // Chips and notices above the list move it.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const near = defaultRangeExtractor(range);
      if (active < 0 || near.includes(active)) return near;
      return [...near, active].toSorted((one, other) => one - other);
    },
    [active],
  );
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => HEIGHTS_PX[lines[index]?.kind ?? "row"],
    getItemKey: useCallback((index: number) => lines[index]?.key ?? index, [lines]),
    initialMeasurementsCache: heights.get(name) ?? [],
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan: BEYOND,
    rangeExtractor,
    scrollMargin: top,
    scrollPaddingStart: HEAD_PX,
    scrollPaddingEnd: BAR_PX,
  });
  useEffect(
    () => () => {
      heights.set(name, virtual.takeSnapshot());
    },
    [name, virtual],
  );
  return { body, top, virtual } as const;
}
