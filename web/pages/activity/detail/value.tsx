import { type LucideIcon, Minus, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { differing } from "./lines.ts";

type ValueProps = {
  readonly text: string;
  /** True for texts that are folded when long and compared word by word. */
  readonly isProse: boolean;
};

export function ShownValue({ text, isProse }: ValueProps) {
  const [isWhole, setIsWhole] = useState(false);
  const isFoldable = isProse && isLong(text);
  const isCut = isFoldable && !isWhole;
  return (
    <>
      <bdi className="block whitespace-pre-wrap">{isCut ? `${beginningOf(text)}…` : text}</bdi>
      {isFoldable ? (
        <ShowAll isWhole={isWhole} onChange={setIsWhole}>
          Show all {text.length.toLocaleString("en-GB")} characters
        </ShowAll>
      ) : null}
    </>
  );
}

type ValueChangeProps = Pick<ValueProps, "isProse"> & {
  readonly before: string | null;
  readonly after: string | null;
};

export function ValueChange({ before, after, isProse }: ValueChangeProps) {
  if (before === null)
    return (
      <Side Shape={Plus} word="Added">
        <ShownValue isProse={isProse} text={after ?? ""} />
      </Side>
    );
  if (after === null)
    return (
      <Side Shape={Minus} word="Removed">
        <ShownValue isProse={isProse} text={before} />
      </Side>
    );
  const { start, end, ...middle } = differing(before, after);
  const isMarked =
    isProse && start.length + end.length > 0 && Math.min(before.length, after.length) >= PROSE;
  return (
    <>
      <Side Shape={Minus} word="Was">
        {isMarked ? (
          <Prose end={end} start={start}>
            <del>{middle.before}</del>
          </Prose>
        ) : (
          <ShownValue isProse={isProse} text={before} />
        )}
      </Side>
      <Side Shape={Plus} word="Is now">
        {isMarked ? (
          <Prose end={end} start={start}>
            <ins className="decoration-2">{middle.after}</ins>
          </Prose>
        ) : (
          <ShownValue isProse={isProse} text={after} />
        )}
      </Side>
    </>
  );
}

type SideProps = {
  readonly Shape: LucideIcon;
  readonly word: string;
  readonly children: ReactNode;
};

function Side({ Shape, word, children }: SideProps) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-2">
      <span className="flex items-center gap-1 self-start text-ink2">
        <Shape aria-hidden className="shrink-0" size={16} strokeWidth={1.5} />
        {word}
      </span>
      <div>{children}</div>
    </div>
  );
}

/** Shortest prose, in characters, whose differences are struck through and underlined. */
const PROSE = 60;

const LONGEST = 400;
const MOST_LINES = 8;

function isLong(text: string): boolean {
  return text.length > LONGEST || text.split("\n").length > MOST_LINES;
}

function beginningOf(text: string): string {
  const lines = text.split("\n").slice(0, MOST_LINES).join("\n");
  return lines.length <= LONGEST ? lines : lines.slice(0, LONGEST).replace(/\s\S*$/, "");
}

type ProseProps = {
  readonly start: string;
  readonly end: string;
  readonly children: ReactNode;
};

/** Characters shown of the common text on each side. */
const AROUND = 120;

function Prose({ start, end, children }: ProseProps) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = start.length > AROUND || end.length > AROUND;
  const isCut = isLong && !isWhole;
  return (
    <>
      <bdi className="block whitespace-pre-wrap">
        {isCut && start.length > AROUND ? `…${start.slice(-AROUND).replace(/^\S*/, "")}` : start}
        {children}
        {isCut && end.length > AROUND ? `${end.slice(0, AROUND).replace(/\S*$/, "")}…` : end}
      </bdi>
      {isLong ? (
        <ShowAll isWhole={isWhole} onChange={setIsWhole}>
          Show the whole text
        </ShowAll>
      ) : null}
    </>
  );
}

type ShowAllProps = {
  readonly isWhole: boolean;
  readonly onChange: (isWhole: boolean) => void;
  readonly children: ReactNode;
};

function ShowAll({ isWhole, onChange, children }: ShowAllProps) {
  return (
    <button
      aria-expanded={isWhole}
      className="min-h-11 cursor-pointer rounded-control font-medium text-accent underline hover:bg-hover sm:min-h-6"
      onClick={() => onChange(!isWhole)}
      type="button"
    >
      {isWhole ? "Show less" : children}
    </button>
  );
}
