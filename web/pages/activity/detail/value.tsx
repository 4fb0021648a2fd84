import { type LucideIcon, Minus, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { differing } from "./differing.ts";
import { beginningOf, isLong } from "./long-text.ts";
import { Prose, ShowAll } from "./prose.tsx";

/** A value as it is read; a long one is cut until more of it is asked for. */
export function Value({ text }: { readonly text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const isCut = !isWhole && isLong(text);
  return (
    <>
      <bdi className="block whitespace-pre-wrap">{isCut ? `${beginningOf(text)}…` : text}</bdi>
      {isLong(text) ? (
        <ShowAll isWhole={isWhole} onChange={setIsWhole}>
          Show all {text.length.toLocaleString("en-GB")} characters
        </ShowAll>
      ) : null}
    </>
  );
}

type ValueChangeProps = { readonly before: string | null; readonly after: string | null };

/** What a value was and is now: words and shapes say it, colours do not. */
export function ValueChange({ before, after }: ValueChangeProps) {
  if (before === null)
    return (
      <Side Shape={Plus} word="Added">
        <Value text={after ?? ""} />
      </Side>
    );
  if (after === null)
    return (
      <Side Shape={Minus} word="Removed">
        <Value text={before} />
      </Side>
    );
  const { start, end, ...middle } = differing(before, after);
  const isProse = start.length + end.length > 0 && Math.min(before.length, after.length) >= PROSE;
  return (
    <>
      <Side Shape={Minus} word="Was">
        {isProse ? (
          <Prose end={end} start={start}>
            <del>{middle.before}</del>
          </Prose>
        ) : (
          <Value text={before} />
        )}
      </Side>
      <Side Shape={Plus} word="Is now">
        {isProse ? (
          <Prose end={end} start={start}>
            <ins className="decoration-2">{middle.after}</ins>
          </Prose>
        ) : (
          <Value text={after} />
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

/** From this many characters on, a text is shown with what differs in it struck through and underlined. */
const PROSE = 60;
