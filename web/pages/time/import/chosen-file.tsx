import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { spoken } from "../../../../src/shared/words.ts";
import { Refused } from "../../../api.ts";
import { RefusalNote } from "../../../components/answer.tsx";
import { Button, ButtonLink } from "../../../components/button.tsx";
import { Notice } from "../../../components/status.tsx";
import { AGAIN_WHEN_BUSY, BusyNote } from "../../../form/busy-file.tsx";
import { FilePreview } from "../../../form/file-preview.tsx";
import { UnsavedGuard } from "../../../form/unsaved-guard.tsx";
import { reloadRows } from "../../../list/changes.ts";
import { counted } from "../../../numbers.ts";
import { useRefetch, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { type Choices, importOptions, isDecided, NO_CHOICES } from "./import-choices.ts";
import { PreviewView } from "./preview-view.tsx";
import { importing, previewOf } from "./send-file.ts";

type State =
  | { readonly kind: "choosing"; readonly isStopped?: true }
  | { readonly kind: "working"; readonly done: number; readonly total: number }
  | { readonly kind: "done"; readonly words: Imported };

/** Preview of a file, its import with the progress, and its undo. */
export function ChosenTimeFile({ file }: { readonly file: File }) {
  const team = useTeam();
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const { state, failure, run, again, stop } = useTimeImport(file, choices);
  // The preview does not depend on addresses of new customers.
  const shown = importOptions({ ...choices, emails: {} });
  const preview = useQuery({
    queryKey: ["import", file.name, file.lastModified, shown],
    queryFn: async ({ signal }) => previewOf(team.id, file, shown, signal),
    ...AGAIN_WHEN_BUSY,
    staleTime: Infinity,
    placeholderData: (before) => before,
  });
  if (state.kind === "working")
    return (
      <>
        <UnsavedGuard isUnsaved />
        <Working done={state.done} onStop={stop} total={state.total} />
      </>
    );
  if (state.kind === "done")
    return <TimeImportDone imported={state.words} onAgain={() => again(false)} />;
  return (
    <>
      {state.isStopped === true ? <Stopped /> : null}
      <RefusalNote error={failure} />
      <BusyNote query={preview} />
      <FilePreview isDecided={isDecided(choices)} query={preview}>
        {(data, state) => (
          <PreviewView
            choices={choices}
            onChoose={setChoices}
            onImport={() => void run(data.entries)}
            preview={data}
            state={state}
          />
        )}
      </FilePreview>
    </>
  );
}

function useTimeImport(file: File, choices: Choices) {
  const team = useTeam();
  const queries = useQueryClient();
  const refetch = useRefetch("all");
  const [state, setState] = useState<State>({ kind: "choosing" });
  const [failure, setFailure] = useState<Error | null>(null);
  const running = useRef(new AbortController());
  const stop = () => running.current.abort();
  // Leaving the page stops the import.
  useEffect(() => () => running.current.abort(), []);
  const run = async (total: number) => {
    setFailure(null);
    setState({ kind: "working", done: 0, total });
    running.current = new AbortController();
    const { signal } = running.current;
    try {
      for await (const event of importing(team.id, file, importOptions(choices), signal)) {
        if (event.kind === "progress") setState({ ...event, kind: "working" });
        else setState({ kind: "done", words: event });
      }
      await refetch();
      await reloadRows(queries, LISTED);
    } catch (error) {
      if (signal.aborted) {
        again(true);
        return;
      }
      if (!(error instanceof Refused)) throw error;
      setFailure(error);
      again(false);
    }
  };
  const again = (isStopped: boolean) => {
    setState({ kind: "choosing", ...(isStopped ? { isStopped } : {}) });
    void queries.resetQueries({ queryKey: ["import"] });
  };
  return { state, failure, run, again, stop } as const;
}

/** Takes the focus of the button that is gone. */
function Stopped() {
  const top = useRef<HTMLOutputElement>(null);
  useEffect(() => top.current?.focus(), []);
  return (
    <output className="block outline-none" ref={top} tabIndex={-1}>
      <Notice title="The import was cancelled" tone="warn">
        <p>Below is the file as it would be imported now.</p>
      </Notice>
    </output>
  );
}

type WorkingProps = {
  readonly done: number;
  readonly total: number;
  readonly onStop: () => void;
};

/** Progress of an import. Screen readers hear it once, not at every step. */
function Working({ done, total, onStop }: WorkingProps) {
  return (
    <div className="grid gap-2">
      <output className="font-medium">
        Importing. Keep this page open: all of the file is kept, or nothing.
      </output>
      <progress
        aria-label="Entries that are imported"
        className="h-2 w-full accent-accent"
        max={Math.max(1, total)}
        value={done}
      />
      <p aria-hidden className="text-ink2">
        {done.toLocaleString("en-GB")} of {total.toLocaleString("en-GB")} changes
      </p>
      <div>
        <Button onClick={onStop}>Cancel the import</Button>
      </div>
    </div>
  );
}

type DoneProps = { readonly imported: Imported; readonly onAgain: () => void };

function TimeImportDone({ imported, onAgain }: DoneProps) {
  const team = useTeam();
  const queries = useQueryClient();
  const undo = useWrite("POST /api/teams/:team/activity/:id/undo");
  const [isUndone, setUndone] = useState(false);
  const title = useRef<HTMLDivElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { event, entries, seconds } = imported;
  const made = newRecords(imported);
  if (isUndone)
    return (
      <div className="grid gap-4 outline-none" ref={title} tabIndex={-1}>
        <Notice title="The import is undone" tone="good">
          <p>Everything is as it was before.</p>
        </Notice>
        <Button onClick={onAgain}>Look at the file again</Button>
      </div>
    );
  return (
    <div className="grid gap-4 outline-none" ref={title} tabIndex={-1}>
      <Notice
        actions={
          event === null ? undefined : (
            <>
              <ButtonLink kind="primary" to="/projects">
                See the projects
              </ButtonLink>
              <Button
                isBusy={undo.isPending}
                onClick={() =>
                  undo.mutate(
                    { team: team.id, id: event },
                    {
                      onSuccess: () => {
                        setUndone(true);
                        title.current?.focus();
                        void reloadRows(queries, LISTED);
                      },
                    },
                  )
                }
              >
                Undo the import
              </Button>
            </>
          )
        }
        title={
          event === null
            ? "Nothing was new, so nothing is written"
            : `${counted(entries, "entry", "entries")} imported, together ${spoken(seconds)}`
        }
        tone="good"
      >
        {made.length === 0 ? undefined : <p>With {made.join(" and ")}.</p>}
      </Notice>
      <RefusalNote error={undo.error} />
    </div>
  );
}

function newRecords({ projects, customers }: Imported): readonly string[] {
  return [
    projects === 0 ? "" : counted(projects, "new project"),
    customers === 0 ? "" : counted(customers, "new customer"),
  ].filter((part) => part !== "");
}

type Imported = {
  /** Event that can be undone; null when there was nothing to import. */
  readonly event: string | null;
  readonly entries: number;
  readonly seconds: number;
  readonly projects: number;
  readonly customers: number;
};

/** An import may make projects. */
const LISTED = { route: "GET /api/teams/:team/projects" } as const;
