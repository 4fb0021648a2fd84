import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Refused } from "../../../api.ts";
import { Late, RefusalNote } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/status.tsx";
import { firstOnPage } from "../../../focus.ts";
import { UnsavedGuard } from "../../../form/unsaved-guard.tsx";
import { reloadRows } from "../../../list/changes.ts";
import { useTeam } from "../../../team.tsx";
import { ROWS } from "../use-categorize.ts";
import { type Decisions, NO_DECISIONS } from "./decisions.ts";
import { Done } from "./done.tsx";
import { FAILURE_ID, PlanView } from "./plan-view.tsx";
import { changesBetween } from "./plan-words.ts";
import { type Imported, type Preview, sendImport, useImportPreview } from "./sent-file.ts";

type State =
  | { readonly kind: "choosing" }
  | { readonly kind: "working" }
  | { readonly kind: "done"; readonly imported: Imported; readonly preview: Preview }
  | { readonly kind: "undone" };

type ChosenFileProps = {
  readonly file: File;
  readonly account: string;
  /** Opens the choice of another file. */
  readonly onNext: () => void;
};

/** Preview of a file, its import, and its undo. An error leaves every answer as it is. */
export function ChosenFile({ file, account, onNext }: ChosenFileProps) {
  const team = useTeam().id;
  const queries = useQueryClient();
  const [decisions, setDecisions] = useState<Decisions>(NO_DECISIONS);
  const [state, setState] = useState<State>({ kind: "choosing" });
  const [failure, setFailure] = useState<Error | null>(null);
  const [before, setBefore] = useState<Preview | null>(null);
  const settled = useDebounced(decisions);
  const query = useImportPreview({ file, account, decisions: settled });
  // The last plan stays on the page while another cannot be had, as without a connection.
  const [shown, setShown] = useState<Preview | null>(null);
  if (query.data !== undefined && query.data !== shown) setShown(query.data);
  useEffect(() => {
    if (failure !== null) firstOnPage(FAILURE_ID)?.focus();
  }, [failure]);
  const refresh = async () => {
    await queries.invalidateQueries({ predicate: ({ queryKey }) => !isPreview(queryKey) });
    await reloadRows(queries, ROWS);
  };
  const run = async (preview: Preview, hash: string) => {
    setFailure(null);
    setBefore(null);
    setState({ kind: "working" });
    try {
      const imported = await sendImport(team, { file, account, decisions: settled }, hash);
      setState({ kind: "done", imported, preview });
      await refresh();
    } catch (error) {
      setState({ kind: "choosing" });
      if (!(error instanceof Refused)) throw error;
      if (error.problem.code === "plan_changed") {
        setBefore(preview);
        await query.refetch();
      } else {
        setFailure(error);
      }
    }
  };
  const again = async () => {
    await query.refetch();
    await refresh();
    setState({ kind: "undone" });
  };
  if (state.kind === "done")
    return (
      <Done
        imported={state.imported}
        onNext={onNext}
        onUndone={() => void again()}
        preview={state.preview}
      />
    );
  if (shown === null)
    return query.error === null ? (
      <Late>
        <output className="text-ink2">Reading the file…</output>
      </Late>
    ) : (
      <Unread error={query.error} onRetry={() => void query.refetch()} />
    );
  return (
    <>
      <UnsavedGuard isUnsaved={state.kind === "working" || isDecided(decisions)} />
      {state.kind === "undone" ? <Undone /> : null}
      {before === null || query.isFetching ? null : <Changed after={shown} before={before} />}
      <PlanView
        decisions={decisions}
        failure={failure ?? query.error}
        isStale={query.isFetching || settled !== decisions || query.error !== null}
        isWorking={state.kind === "working"}
        onDecide={(next) => {
          setFailure(null);
          setDecisions(next);
        }}
        onImport={(hash) => void run(shown, hash)}
        onRetry={query.error === null ? null : () => void query.refetch()}
        preview={shown}
      />
    </>
  );
}

function isPreview(key: readonly unknown[]): boolean {
  return String(key[0]).endsWith("/imports/preview");
}

function isDecided({ answers, ticks, all, skipsErrors }: Decisions): boolean {
  return Object.keys(answers).length > 0 || ticks.size + all.size > 0 || skipsErrors;
}

/** A file that cannot be read says what to do; another can be chosen above. */
function Unread({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const isOfFile = error instanceof Refused && error.problem.status >= 400;
  return (
    <div className="grid justify-items-start gap-3">
      <RefusalNote error={error} />
      {isOfFile ? null : <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** Takes the focus, whose button is gone. */
function Undone() {
  const top = useFocused<HTMLOutputElement>();
  return (
    <output className="block outline-none" ref={top} tabIndex={-1}>
      <Notice title="The import is undone" tone="good">
        <p>Everything is as it was before. Below is the file as it would be imported again.</p>
      </Notice>
    </output>
  );
}

function useFocused<Of extends HTMLElement>() {
  const element = useRef<Of>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}

/** Says how the plan differs from the one that was to be imported. */
function Changed({ before, after }: { readonly before: Preview; readonly after: Preview }) {
  const words = changesBetween(before, after);
  const top = useFocused<HTMLDivElement>();
  return (
    <div className="outline-none" ref={top} role="alert" tabIndex={-1}>
      <Notice title="The books have changed since the preview. Nothing was imported." tone="warn">
        <p>
          {words === ""
            ? "The numbers are the same, but a category, a rule or a transaction beside a row is another."
            : `The preview below is different now. ${words}`}{" "}
          Look at it again, then import.
        </p>
      </Notice>
    </div>
  );
}

const DEBOUNCE_MS = 300;

/** Several ticks in a row are sent once. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
