import type { ReactNode } from "react";

export type LinePlace = {
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly start: number;
  readonly measure: (element: HTMLElement | null) => void;
};

const BETWEEN = {
  group: "border-b border-edge pt-1.5 pb-1",
  opening: "border-b border-line bg-sunken py-0.5 max-sm:py-1",
  closing: "border-b-4 border-double border-accent py-1",
} as const;

type LineBetweenProps = LinePlace & {
  readonly kind: keyof typeof BETWEEN;
  readonly columnCount: number;
  readonly children: ReactNode;
};

export function LineBetween({ kind, columnCount, children, ...place }: LineBetweenProps) {
  const { index, start, measure } = place;
  return (
    <tr
      aria-rowindex={index + 2}
      className={`absolute inset-x-0 block px-2 ${BETWEEN[kind]}`}
      data-index={index}
      ref={measure}
      style={{ transform: `translateY(${start}px)` }}
    >
      <td className="block" colSpan={columnCount}>
        {children}
      </td>
    </tr>
  );
}
