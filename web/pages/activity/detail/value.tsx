import { type LucideIcon, Minus, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { differing } from "./differing.ts";
import { beginningOf, isLong } from "./long-text.ts";
import { Prose, ShowAll } from "./prose.tsx";

type ValueProps = {
  readonly text: string;
  /** True for texts that are folded when long and compared word by word. */
  readonly isProse: boolean;
};

/** A value as text. Long prose is folded. */
export function Value({ text, isProse }: ValueProps) {
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

/** A value before and after, told by words and icons without colours. */
export function ValueChange({ before, after, isProse }: ValueChangeProps) {
  if (before === null)
    return (
      <Side Shape={Plus} word="Added">
        <Value isProse={isProse} text={after ?? ""} />
      </Side>
    );
  if (after === null)
    return (
      <Side Shape={Minus} word="Removed">
        <Value isProse={isProse} text={before} />
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
          <Value isProse={isProse} text={before} />
        )}
      </Side>
      <Side Shape={Plus} word="Is now">
        {isMarked ? (
          <Prose end={end} start={start}>
            <ins className="decoration-2">{middle.after}</ins>
          </Prose>
        ) : (
          <Value isProse={isProse} text={after} />
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
