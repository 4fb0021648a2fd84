import { Button } from "../../../components/button.tsx";
import { counted } from "../../../numbers.ts";
import type { Preview } from "./sent-file.ts";

type ImportButtonProps = {
  readonly preview: Preview;
  readonly taken: number;
  readonly isStale: boolean;
  readonly isSkipped: boolean;
  readonly onImport: (hash: string) => void;
};

/** Says how many transactions it imports, or what is to be decided before. */
export function ImportButton({ preview, taken, isStale, isSkipped, onImport }: ImportButtonProps) {
  const { hash } = preview;
  const why = reasonOf({ preview, taken, isSkipped });
  return (
    <div className="page-foot -mb-4 flex flex-wrap items-center gap-3 border-t border-line py-4">
      <Button
        aria-describedby={why === null ? undefined : "why-not"}
        aria-disabled={why !== null || undefined}
        isBusy={isStale}
        kind={why === null ? "primary" : "secondary"}
        onClick={() => {
          if (why === null && hash !== null) onImport(hash);
        }}
      >
        {taken === 0 || preview.questions.length > 0
          ? "Import"
          : `Import ${counted(taken, "transaction")}`}
      </Button>
      <output className="text-warn" id="why-not">
        {why}
      </output>
    </div>
  );
}

type Reasons = Pick<ImportButtonProps, "preview" | "taken" | "isSkipped">;

/** Null when the file can be imported. */
function reasonOf({ preview, taken, isSkipped }: Reasons): string | null {
  const { questions, errors, accounts, other_accounts } = preview;
  if (questions.length > 0)
    return questions.length === 1
      ? "First answer the question above. Then the rows are shown."
      : `First answer the ${questions.length} questions above. Then the rows are shown.`;
  if (errors.count > 0 && !isSkipped)
    return `First tick “Skip ${counted(errors.count, "row")} that cannot be read”, or correct the file.`;
  if (accounts.length === 0 && other_accounts.length > 0)
    return "First say above where the rows of the file go.";
  if (taken === 0) return "There is nothing to import: all rows are here already or left out.";
  return null;
}
