import { useId } from "react";

type BarProps = {
  readonly value: number;
  readonly max: number;
  /** Left out where the figure beside it says the same. */
  readonly label?: string;
  readonly width: "narrow" | "wide";
};

const WIDTHS = { narrow: "w-14", wide: "w-40" } as const;

/** A share of a whole as a thin bar. More than the whole goes on behind a mark, hatched. */
export function Bar({ value, max, label, width }: BarProps) {
  const isOver = value > max;
  return (
    <span className={`relative block h-1.5 ${WIDTHS[width]}`}>
      <progress
        aria-hidden={label === undefined || undefined}
        aria-label={label}
        className="share-bar"
        max={max}
        value={Math.min(value, max)}
      />
      {isOver ? <Beyond share={max / value} /> : null}
    </span>
  );
}

function Beyond({ share }: { readonly share: number }) {
  const hatch = useId();
  const from = `${share * 100}%`;
  const rest = { x: from, y: 4, width: `${(1 - share) * 100}%`, height: 6 };
  return (
    <svg aria-hidden className="absolute inset-x-0 -top-1 h-3.5 w-full overflow-visible">
      <pattern
        height="4"
        id={hatch}
        patternTransform="rotate(45)"
        patternUnits="userSpaceOnUse"
        width="4"
      >
        <path className="stroke-surface forced-colors:stroke-[Canvas]" d="M1 0v4" strokeWidth="2" />
      </pattern>
      <rect className="fill-warn forced-colors:fill-[CanvasText]" {...rest} />
      <rect fill={`url(#${hatch})`} {...rest} />
      <line
        className="stroke-ink forced-colors:stroke-[CanvasText]"
        strokeWidth="2"
        x1={from}
        x2={from}
        y1="0"
        y2="100%"
      />
    </svg>
  );
}
