import { type ReactNode, useState } from "react";

type ProseProps = {
  readonly start: string;
  readonly end: string;
  /** The differing middle. */
  readonly children: ReactNode;
};

/** Characters shown of the common text on each side. */
const AROUND = 120;

/** The differing part of a text with some text around it, and a button for the whole text. */
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
