import { useSearch } from "@tanstack/react-router";
import { markedParts } from "./marked-parts.ts";

/** Part of a text that was found, with what was searched for marked in it. */
export function Passage({ text }: { readonly text: string }) {
  const q = useSearch({ strict: false, select: ({ q }) => q ?? "" });
  return (
    <p className="line-clamp-2 whitespace-normal text-small text-ink2 wrap-anywhere">
      <bdi>
        {markedParts(text, q).map(({ part, isFound, at }) =>
          isFound ? (
            <mark className="bg-warn-soft text-ink" key={at}>
              {part}
            </mark>
          ) : (
            part
          ),
        )}
      </bdi>
    </p>
  );
}
