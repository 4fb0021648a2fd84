import { type KeyHint, KeyHints } from "../../components/key-hints.tsx";

const NONE: readonly KeyHint[] = [];

type PeriodKeysProps = {
  /** Noun of a period: `week`. */
  readonly what: string;
  /** Words of the button that leads to now: `This week`. */
  readonly now: string;
  /** Keys of the page itself. */
  readonly keys?: readonly KeyHint[];
};

/** Keys of `usePeriodKeys` beside those of a page. Help has the rest. */
export function PeriodKeys({ what, now, keys = NONE }: PeriodKeysProps) {
  const others = [
    ["Alt ← →", `another ${what}`],
    ["T", now.toLowerCase()],
    ["?", "all keys"],
  ] as const;
  return <KeyHints keys={[...keys, ...others]} />;
}
