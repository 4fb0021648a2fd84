import { type DocumentRow, unlinkedWords } from "./document.ts";

/** Tells what goes with documents, and how long they can come back. */
export function LossWords({
  documents,
}: {
  readonly documents: readonly Pick<DocumentRow, "linked" | "tags">[];
}) {
  const unlinked = unlinkedWords(documents);
  const isOne = documents.length === 1;
  return (
    <div className="grid gap-2">
      <p>
        {unlinked === null
          ? `No payment and no tag has ${isOne ? "it" : "them"}.`
          : `Unlinked from ${unlinked}, which stay.`}{" "}
        A receipt in the inbox goes with its document.
      </p>
      <p>
        You can undo this for 30 days in Activity. Then the {isOne ? "file is" : "files are"} gone.
      </p>
    </div>
  );
}
