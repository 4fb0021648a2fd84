import { type RefObject, useEffect, useRef, useState } from "react";
import { counted, spoken } from "../../../../src/shared/words.ts";
import { type Output, Refused } from "../../../api.ts";
import { Answer, RefusalNote } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { useOfTeam, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { TIME, tellOtherTabs } from "../../../timer/own-timer.ts";
import { useSayDone } from "../entries/entry-actions.ts";
import type { TrackedProject } from "../projects.ts";
import { gridCellId } from "./week-grid.tsx";

const COPY = "GET /api/teams/:team/week/copy";

type CopyDialogProps = {
  readonly from: string;
  readonly to: string;
  readonly person: string | undefined;
  readonly onRows: (rows: readonly TrackedProject[]) => void;
  readonly onClose: () => void;
};

/** Copies the week before: its rows alone, or its time too. */
export function CopyDialog({ from, to, person, onRows, onClose }: CopyDialogProps) {
  const weeks = { from, to, person };
  const cancel = useRef<HTMLButtonElement>(null);
  const areRowsCopied = useRef(false);
  const firstCell = () => {
    const cell = document.getElementById(gridCellId({ row: 0, column: 0 }));
    cell?.scrollIntoView({ block: "nearest" });
    return cell;
  };
  const query = useOfTeam(useTeam(), COPY, weeks);
  return (
    <Dialog
      finalFocus={() => (areRowsCopied.current ? firstCell() : null)}
      initialFocus={cancel}
      isOpen
      onClose={onClose}
      title="Copy last week"
    >
      <Answer query={query} what="last week">
        {(copy) =>
          copy.rows.length === 0 ? (
            <>
              <p>Last week has no time to copy.</p>
              <div>
                <Button onClick={onClose}>Close</Button>
              </div>
            </>
          ) : (
            <Choice
              cancel={cancel}
              copy={copy}
              onClose={onClose}
              onRows={() => {
                areRowsCopied.current = true;
                onRows(copy.rows);
                onClose();
              }}
              weeks={weeks}
            />
          )
        }
      </Answer>
    </Dialog>
  );
}

type ChoiceProps = {
  readonly copy: Output<typeof COPY>;
  readonly weeks: {
    readonly from: string;
    readonly to: string;
    readonly person: string | undefined;
  };
  readonly cancel: RefObject<HTMLButtonElement | null>;
  readonly onRows: () => void;
  readonly onClose: () => void;
};

function Choice({ copy, weeks, cancel, onRows, onClose }: ChoiceProps) {
  const team = useTeam().id;
  const sayDone = useSayDone();
  // The counts may come after the dialog has opened.
  useEffect(() => cancel.current?.focus(), [cancel]);
  const write = useWrite("POST /api/teams/:team/week/copy", { changes: TIME });
  const [problem, setProblem] = useState<Refused | null>(null);
  const { rows, entries, seconds, projects, kept } = copy;
  const copyAll = async () => {
    try {
      const done = await write.mutateAsync({ ...weeks, team });
      tellOtherTabs();
      onClose();
      sayDone(`Copied ${spoken(done.seconds)}.`, done.event);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setProblem(error);
    }
  };
  return (
    <>
      <RefusalNote error={problem} />
      <p>
        Copying rows and time adds {counted(entries, "entry", "entries")} on{" "}
        {counted(projects, "project")}: {spoken(seconds)}.{" "}
        {kept === 0
          ? null
          : `${counted(kept, "cell")} with time already ${kept === 1 ? "stays as it is" : "stay as they are"}.`}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:grid">
        <Button onClick={onClose} ref={cancel}>
          Cancel
        </Button>
        <Button kind="primary" onClick={onRows}>
          Copy {counted(rows.length, "row")} only
        </Button>
        <Button
          isBusy={write.isPending}
          onClick={() => {
            if (entries > 0) void copyAll();
            else onRows();
          }}
        >
          Copy rows and time
        </Button>
      </div>
    </>
  );
}
