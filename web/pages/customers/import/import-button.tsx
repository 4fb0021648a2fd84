import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { enumerated } from "../../../../src/shared/words.ts";
import { Button } from "../../../components/button.tsx";
import { counted } from "../../../counted.ts";
import { reloadRows } from "../../../list/changes.ts";
import { useTeam } from "../../../team.tsx";
import { told } from "../../../told.ts";
import { sayWithUndo } from "../../../undo.ts";
import { upload } from "../../../upload.ts";
import { CUSTOMERS } from "../customer-list.tsx";
import { type Choices, IMPORT, type Preview, sentOf } from "./preview.ts";

type ImportButtonProps = {
  readonly file: File;
  readonly preview: Preview;
  readonly choices: Choices;
  /** The preview of the latest choices is still being read. */
  readonly isStale: boolean;
  readonly reload: () => Promise<unknown>;
};

/** Says what will be done, and does it. A refusal reads the preview again. */
export function ImportButton({ file, preview, choices, isStale, reload }: ImportButtonProps) {
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { fingerprint } = preview;
  const write = useMutation({
    mutationFn: async () =>
      upload(IMPORT, { team: team.id, ...sentOf(choices), fingerprint }, file),
  });
  const refresh = async () => {
    await queries.invalidateQueries();
    await reloadRows(queries, CUSTOMERS);
  };
  const act = async () => {
    const answer = await told(async () => write.mutateAsync());
    if (answer === null) {
      await reload();
      return;
    }
    await refresh();
    await navigate({ to: "/customers" });
    const words = `${sentence(answer, "added", "updated")}.`;
    sayWithUndo(words, { team: team.id, event: answer.event, after: refresh });
  };
  const isNothing = preview.created + preview.updated === 0;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <output>
        {isNothing ? "Nothing would be imported." : `${sentence(preview, "to add", "to update")}.`}
        {preview.skipped === 0 ? "" : ` ${counted(preview.skipped, "row")} left out.`}
        {preview.broken === 0 ? "" : ` ${counted(preview.broken, "row")} cannot be imported.`}
      </output>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button
          aria-disabled={isNothing || undefined}
          isBusy={write.isPending || isStale}
          kind="primary"
          onClick={() => (isNothing ? undefined : void act())}
        >
          Import the customers
        </Button>
      </div>
    </div>
  );
}

type Counts = { readonly created: number; readonly updated: number };

/** `12 customers to add and 1 to update`. */
function sentence({ created, updated }: Counts, add: string, update: string): string {
  const parts = [
    created > 0 ? `${counted(created, "customer")} ${add}` : "",
    updated > 0
      ? `${created > 0 ? updated.toLocaleString("en-GB") : counted(updated, "customer")} ${update}`
      : "",
  ];
  return enumerated(parts.filter((part) => part !== ""));
}
