import { useOpen } from "../../open.ts";
import { FirstTag } from "../../tags/first-tag.tsx";
import { useIsNarrow } from "../../window.ts";
import type { CustomerRow } from "./customer.ts";

/** Name of the dialog with a row's tags in the address. */
export const TAGS_COLUMN = "tags";

/** Tags of a row: a press changes them in a dialog. Phones have no room for it, and only tell them. */
export function TagsCell({ row: { id, name, tags } }: { readonly row: CustomerRow }) {
  const { show } = useOpen();
  if (useIsNarrow()) return <FirstTag tags={tags} />;
  return (
    <button
      aria-haspopup="dialog"
      className="relative z-1 -mx-1 -my-0.5 flex min-h-6 max-w-full min-w-6 cursor-pointer items-center rounded-control px-1 text-start hover:bg-hover"
      onClick={() => show(TAGS_COLUMN, id)}
      type="button"
    >
      {tags.length === 0 ? (
        <span className="text-ink3">
          <span aria-hidden>–</span>
          <span className="sr-only">No tags</span>
        </span>
      ) : (
        <FirstTag tags={tags} />
      )}
      <span className="sr-only">, change the tags of {name}</span>
    </button>
  );
}
