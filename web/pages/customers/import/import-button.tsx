import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { enumerated } from "../../../../src/shared/words.ts";
import { Button } from "../../../components/button.tsx";
import { toastRefusal } from "../../../components/toast.tsx";
import { upload } from "../../../files.ts";
import { type PreviewState, TRY_AGAIN } from "../../../form/file-preview.tsx";
import { reloadRows } from "../../../list/changes.ts";
import { counted } from "../../../numbers.ts";
import { useTeam } from "../../../team.tsx";
import { sayWithUndo } from "../../../undo.ts";
import { CUSTOMERS } from "../customer-list.tsx";
import { type Choices, IMPORT, type Preview, customerImportOptions } from "./preview.ts";

type ImportButtonProps = {
  readonly file: File;
  readonly preview: Preview;
  readonly choices: Choices;
  readonly state: PreviewState;
  readonly reload: () => Promise<unknown>;
};

/** Sums up what will be done, and does it. A refusal reads the preview again. */
export function ImportButton({ file, preview, choices, state, reload }: ImportButtonProps) {
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { fingerprint } = preview;
  const write = useMutation({
    mutationFn: async () =>
      upload(IMPORT, { team: team.id, ...customerImportOptions(choices), fingerprint }, file),
  });
  const refresh = async () => {
    await queries.invalidateQueries();
    await reloadRows(queries, CUSTOMERS);
  };
  const act = async () => {
    const answer = await toastRefusal(async () => write.mutateAsync());
    if (answer === null) {
      await reload();
      return;
    }
    await refresh();
    // The choices are used up: nothing asks before they go.
    await navigate({ to: "/customers", ignoreBlocker: true });
    const words = `${sentence(answer)}.`;
    sayWithUndo(words, { team: team.id, event: answer.event, after: refresh });
  };
  const count = preview.created + preview.updated;
  const isNothing = count === 0;
  const isFailed = state === "failed";
  return (
    <>
      <output className="grid max-w-80 gap-1 border-t border-line pt-4">
        {isNothing ? (
          <span>Nothing would be imported.</span>
        ) : (
          <>
            <Sum label="Customers to add" number={preview.created} />
            <Sum label="Customers to update" number={preview.updated} />
            <Sum isTotal label="Customers to import" number={count} />
          </>
        )}
        <span className="text-ink2">
          {preview.skipped === 0 ? "" : `${counted(preview.skipped, "row")} left out. `}
          {preview.broken === 0 ? "" : `${counted(preview.broken, "row")} cannot be imported.`}
        </span>
      </output>
      <div className="page-foot -mt-4 -mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4 max-sm:*:flex-1">
        <Button
          aria-describedby={isFailed ? "import-first" : undefined}
          aria-disabled={isNothing || isFailed || undefined}
          isBusy={write.isPending || state === "loading"}
          kind="primary"
          onClick={() => {
            if (isFailed) document.getElementById(TRY_AGAIN)?.focus();
            else if (!isNothing) void act();
          }}
        >
          {isNothing ? "Import" : `Import ${counted(count, "customer")}`}
        </Button>
        {isFailed ? (
          <span className="text-warn" id="import-first">
            First try again: the preview is not of your last choice.
          </span>
        ) : (
          <span className="text-ink2 max-sm:hidden">
            of {counted(preview.rows.length, "row")} in the file
          </span>
        )}
      </div>
    </>
  );
}

type SumProps = { readonly label: string; readonly number: number; readonly isTotal?: true };

function Sum({ label, number, isTotal }: SumProps) {
  return (
    <span
      className={`flex justify-between gap-4 tabular-nums ${isTotal === true ? "border-t border-b-4 border-line border-b-accent font-semibold [border-bottom-style:double]" : ""}`}
    >
      <span>{label}: </span>
      <span>{number.toLocaleString("en-GB")}</span>
    </span>
  );
}

type Counts = { readonly created: number; readonly updated: number };

/** `12 customers added and 1 updated`. */
function sentence({ created, updated }: Counts): string {
  const parts = [
    created > 0 ? `${counted(created, "customer")} added` : "",
    updated > 0
      ? `${created > 0 ? updated.toLocaleString("en-GB") : counted(updated, "customer")} updated`
      : "",
  ];
  return enumerated(parts.filter((part) => part !== ""));
}
