import { useId } from "react";
import { Section } from "../../../components/page.tsx";
import { counted } from "../../../counted.ts";
import type { PreviewParts } from "./preview-view.tsx";
import type { Preview } from "./send-file.ts";

/** Rows that are left out, each kind with its first lines, and the choice to import them. */
export function LeftOut({ preview, choices, onChoose }: PreviewParts) {
  const { duplicates, overlaps, strangers, problems } = preview;
  const kinds = [
    {
      title: "Here already",
      all: duplicates,
      box: "Import them once more",
      isAdded: choices.duplicates === "add",
      add: (isAdded: boolean) => onChoose({ ...choices, duplicates: isAdded ? "add" : "skip" }),
    },
    {
      title: "Maybe here already",
      hint: "At the same time as another entry, or on its project and day, as long, with another description.",
      all: overlaps,
      box: "Import them all the same",
      isAdded: choices.overlaps === "add",
      add: (isAdded: boolean) => onChoose({ ...choices, overlaps: isAdded ? "add" : "skip" }),
    },
    {
      title: "Of people who are not in the team, or not yours to import",
      all: strangers,
      box: "Import unknown people’s time as mine",
      isAdded: choices.strangers === "mine",
      add: (isAdded: boolean) => onChoose({ ...choices, strangers: isAdded ? "mine" : "skip" }),
    },
    { title: "Cannot be read", all: problems, box: null, isAdded: false, add: () => undefined },
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
  readonly hint?: string;
  readonly all: Preview["duplicates"];
  readonly box: string | null;
  readonly isAdded: boolean;
  readonly add: (isAdded: boolean) => void;
};

function Kind({ title, hint, all, box, isAdded, add }: KindProps) {
  const id = useId();
  return (
    <li className="grid gap-2 py-3">
      <p>
        <span className="font-medium">{title}:</span> {counted(all.count, "row")}
        {hint === undefined ? null : <span className="block text-ink2">{hint}</span>}
      </p>
      {all.first.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer text-accent">
            {all.count > all.first.length ? `The first ${all.first.length}` : "Which"}
          </summary>
          <ul className="mt-1 grid gap-1 ps-5 text-ink2">
            {all.first.map(({ line, text }) => (
              <li className="list-disc wrap-anywhere" key={line}>
                Line {line}: <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      {box === null ? null : (
        <label className="flex min-h-6 items-center gap-2" htmlFor={id}>
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
