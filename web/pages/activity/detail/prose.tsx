import { type ReactNode, useState } from "react";

type ProseProps = {
  readonly start: string;
  readonly end: string;
  /** What differs. */
  readonly children: ReactNode;
};

/** As much as is shown of what stayed the same around what differs. */
const AROUND = 120;

/** What differs in a text, with some of what stands around it, and all of it when asked for. */
export function Prose({ start, end, children }: ProseProps) {
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

export function ShowAll({ isWhole, onChange, children }: ShowAllProps) {
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
