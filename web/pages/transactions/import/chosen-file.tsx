import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Refused } from "../../../api.ts";
import { Late, RefusalNote } from "../../../components/answer.tsx";
import { Button, ButtonLink } from "../../../components/button.tsx";
import { Notice } from "../../../components/status.tsx";
import { firstOnPage } from "../../../focus.ts";
import { BusyNote } from "../../../form/busy-file.tsx";
import { UnsavedGuard } from "../../../form/unsaved-guard.tsx";
import { reloadRows } from "../../../list/changes.ts";
import { counted } from "../../../numbers.ts";
import { useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { ROWS } from "../use-categorize.ts";
import { FAILURE_ID, PlanView } from "./plan-view.tsx";
import { changesBetween, type Decisions, NO_DECISIONS } from "./plan.ts";
import {
  type Imported,
  type Preview,
  sendImport,
  type Sent,
  useImportPreview,
} from "./sent-file.ts";

type State =
  | { readonly kind: "choosing" }
  | { readonly kind: "working" }
  | { readonly kind: "done"; readonly imported: Imported; readonly preview: Preview }
  | { readonly kind: "undone" };

type ChosenFileProps = {
  readonly file: File;
  readonly account: string;
  readonly onNext: () => void;
};

/** Preview of a file, its import, and its undo. An error leaves every answer as it is. */
export function ChosenFile({ file, account, onNext }: ChosenFileProps) {
  const [decisions, setDecisions] = useState<Decisions>(NO_DECISIONS);
  const settled = useDebounced(decisions);
  const sent = { file, account, decisions: settled };
  const query = useImportPreview(sent);
  const { state, failure, before, run, again, forget } = useImport(sent, async () =>
    query.refetch(),
  );
  // Keeps the last plan while the next one cannot be loaded.
  const [shown, setShown] = useState<Preview | null>(null);
  if (query.data !== undefined && query.data !== shown) setShown(query.data);
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
      <>
        <BusyNote query={query} />
        <Late>
          <output className="text-ink2">Reading the file…</output>
        </Late>
      </>
    ) : (
      <Unread error={query.error} onRetry={() => void query.refetch()} />
    );
  return (
    <>
      <UnsavedGuard isUnsaved={state.kind === "working" || isDecided(decisions)} />
      {state.kind === "undone" ? <Undone /> : null}
      <BusyNote query={query} />
      {before === null || query.isFetching ? null : <Changed after={shown} before={before} />}
      <PlanView
        decisions={decisions}
        failure={failure ?? query.error}
        isStale={query.isFetching || settled !== decisions || query.error !== null}
        isWorking={state.kind === "working"}
        onDecide={(next) => {
          forget();
          setDecisions(next);
        }}
        onImport={(hash) => void run(shown, hash)}
        onRetry={query.error === null ? null : () => void query.refetch()}
        preview={shown}
      />
    </>
  );
}

/** Import of a file, and its undo. `forget` drops the failure of the last one. */
function useImport(sent: Sent, reread: () => Promise<unknown>) {
  const team = useTeam().id;
  const queries = useQueryClient();
  const [state, setState] = useState<State>({ kind: "choosing" });
  const [failure, setFailure] = useState<Error | null>(null);
  const [before, setBefore] = useState<Preview | null>(null);
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
      const imported = await sendImport(team, sent, hash);
      setState({ kind: "done", imported, preview });
      await refresh();
    } catch (error) {
      setState({ kind: "choosing" });
      if (!(error instanceof Refused)) throw error;
      if (error.problem.code === "plan_changed") {
        setBefore(preview);
        await reread();
      } else {
        setFailure(error);
      }
    }
  };
  const again = async () => {
    await reread();
    await refresh();
    setState({ kind: "undone" });
  };
  return { state, failure, before, run, again, forget: () => setFailure(null) } as const;
}

function isPreview(key: readonly unknown[]): boolean {
  return String(key[0]).endsWith("/imports/preview");
}

function isDecided({ answers, ticks, all, skipsErrors }: Decisions): boolean {
  return Object.keys(answers).length > 0 || ticks.size + all.size > 0 || skipsErrors;
}

function Unread({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const isOfFile =
    error instanceof Refused && error.problem.status >= 400 && error.problem.status < 500;
  return (
    <div className="grid justify-items-start gap-3">
      <RefusalNote error={error} />
      {isOfFile ? null : <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** Takes the focus of the button that is gone. */
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

/** Tells how the plan differs from the one that was to be imported. */
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

/** Sends several ticks in a row once. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

type DoneProps = {
  readonly imported: Imported;
  readonly preview: Preview;
  readonly onUndone: () => void;
  readonly onNext: () => void;
};

function Done({ imported, preview, onUndone, onNext }: DoneProps) {
  const team = useTeam().id;
  const undo = useWrite("POST /api/teams/:team/activity/:id/undo");
  const top = useFocused<HTMLElement>();
  const { event, imports } = imported;
  const [only, ...others] = imports;
  return (
    <section
      aria-label="Result of the import"
      className="grid gap-4 outline-none"
      ref={top}
      tabIndex={-1}
    >
      <Notice
        actions={
          <>
            <ButtonLink
              kind="primary"
              search={only === undefined || others.length > 0 ? {} : { import: only }}
              to="/transactions"
            >
              Show the transactions
            </ButtonLink>
            <ButtonLink to="/transactions/review">Review what waits</ButtonLink>
          </>
        }
        title={titleOf(imported)}
        tone="good"
      >
        <p>{sentenceOf(imported, preview)}</p>
      </Notice>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <Button kind="quiet" onClick={onNext}>
          Import another file
        </Button>
        <Button
          isBusy={undo.isPending}
          kind="quiet"
          onClick={() => undo.mutate({ team, id: event }, { onSuccess: onUndone })}
        >
          Undo the import
        </Button>
      </div>
      <RefusalNote error={undo.error} />
      {undo.error instanceof Refused && undo.error.problem.code === "not_undoable" ? (
        <p className="max-w-measure">
          <strong className="font-semibold">Remove</strong> in the list of imports takes the import
          out all the same. <ButtonLink to="/transactions/imports">Imports</ButtonLink>
        </p>
      ) : null}
    </section>
  );
}

function titleOf({ added, updated, balances }: Imported): string {
  if (added > 0) return `${counted(added, "transaction")} imported`;
  if (updated > 0) return `${counted(updated, "transaction")} updated`;
  return balances > 0
    ? `${counted(balances, "balance")} noted, no transaction`
    : "Rows remembered as known";
}

function sentenceOf({ added, updated }: Imported, { accounts }: Preview): string {
  const into = accounts.map(({ name }) => name).join(" and ");
  const also = added > 0 && updated > 0 ? ` ${counted(updated, "transaction")} updated.` : "";
  const balance = accounts.every(({ balance_check }) => balance_check === "agrees")
    ? " The balance agrees with the bank’s."
    : "";
  return `Into ${into}.${also}${balance}`;
}
