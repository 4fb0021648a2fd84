type BarProps = {
  readonly value: number;
  readonly max: number;
  /** Left out where the figure beside it says the same. */
  readonly label?: string;
  readonly width: "narrow" | "wide";
};

const WIDTHS = { narrow: "w-14", wide: "w-40" } as const;

/** A share of a whole as a thin bar. */
export function Bar({ value, max, label, width }: BarProps) {
  return (
    <progress
      aria-hidden={label === undefined || undefined}
      aria-label={label}
      className={`h-1.5 ${WIDTHS[width]} appearance-none overflow-hidden rounded-control border border-edge bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent`}
      max={max}
      value={Math.min(value, max)}
    />
  );
}
