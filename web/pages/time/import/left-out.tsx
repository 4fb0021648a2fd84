import { useId } from "react";
import { Section } from "../../../components/page.tsx";
import { counted } from "../../../numbers.ts";
import type { PreviewParts } from "./preview-view.tsx";
import type { Preview } from "./send-file.ts";

/** Rows that are left out, by kind, with the choice to import them. */
export function LeftOutRows({ preview, choices, onChoose }: PreviewParts) {
  const { duplicates, overlaps, strangers, problems } = preview;
  const kinds = [
    {
      title: "Here already",
      what: "known already",
      all: duplicates,
      box: "Import them once more",
      isAdded: choices.duplicates === "add",
      add: (isAdded: boolean) => onChoose({ ...choices, duplicates: isAdded ? "add" : "skip" }),
    },
    {
      title: "Maybe here already",
      what: "that may be here already",
      hint: "At the same time as another entry, or on its project and day, as long, with another description.",
      all: overlaps,
      box: "Import them all the same",
      isAdded: choices.overlaps === "add",
      add: (isAdded: boolean) => onChoose({ ...choices, overlaps: isAdded ? "add" : "skip" }),
    },
    {
      title: "Of other people",
      // Each person stands in the list once, with all rows.
      shows:
        strangers.people > strangers.first.length
          ? `the first ${strangers.first.length} of ${counted(strangers.people, "person", "people")}`
          : "whose rows they are",
      more: strangers.people - strangers.first.length,
      hint: "They are not in the team, or only an owner or admin may import their time. Choose a member for them above, or invite them with the address of the file and choose it again.",
      all: strangers,
      box: null,
      isAdded: false,
      add: () => undefined,
    },
    {
      title: "Cannot be read",
      what: "that cannot be read",
      all: preview.missing.length > 0 ? { count: 0, first: [] } : problems,
      box: null,
      isAdded: false,
      add: () => undefined,
    },
  ].filter(({ all, isAdded }) => all.count > 0 || isAdded);
  if (kinds.length === 0) return null;
  return (
    <Section id="left-out" title="Left out">
      <ul className="divide-y divide-line">
        {kinds.map((kind) => (
          <Kind key={kind.title} {...kind} />
        ))}
      </ul>
    </Section>
  );
}

type KindProps = {
  readonly title: string;
  /** Words after the number of rows that are listed. */
  readonly what?: string;
  /** Words for a list of people. */
  readonly shows?: string;
  readonly more?: number;
  readonly hint?: string;
  readonly all: Preview["duplicates"];
  readonly box: string | null;
  readonly isAdded: boolean;
  readonly add: (isAdded: boolean) => void;
};

function Kind({ title, what, more = 0, hint, all, box, isAdded, add, ...rest }: KindProps) {
  const id = useId();
  const first = all.count > all.first.length ? `first ${all.first.length} of ` : "";
  const { shows = `the ${first}${counted(all.count, "row")} ${what ?? ""}` } = rest;
  return (
    <li className="grid gap-2 py-3">
      <p>
        <span className="font-medium">{title}:</span> {counted(all.count, "row")}
        {hint === undefined ? null : <span className="block text-ink2">{hint}</span>}
      </p>
      {all.first.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer text-accent">Show {shows}</summary>
          <ul className="mt-1 grid gap-1 ps-5 text-ink2">
            {all.first.map(({ line, text }) => (
              <li className="list-disc wrap-anywhere" key={line}>
                Line {line}: <bdi>{text}</bdi>
              </li>
            ))}
            {more === 0 ? null : (
              <li className="list-disc">And {counted(more, "more person", "more people")}.</li>
            )}
          </ul>
        </details>
      )}
      {box === null ? null : (
        <label className="flex min-h-11 sm:min-h-6 items-center gap-2" htmlFor={id}>
          <input
            checked={isAdded}
            className="size-4 accent-accent"
            id={id}
            onChange={({ target }) => add(target.checked)}
            type="checkbox"
          />
          {box}
        </label>
      )}
    </li>
  );
}
