import { useEffect, useRef } from "react";
import { Refused } from "../../../api.ts";
import { RefusalNote } from "../../../components/answer.tsx";
import { Button, ButtonLink } from "../../../components/button.tsx";
import { Notice } from "../../../components/status.tsx";
import { counted } from "../../../numbers.ts";
import { useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import type { Imported, Preview } from "./sent-file.ts";

type DoneProps = {
  readonly imported: Imported;
  readonly preview: Preview;
  readonly onUndone: () => void;
  readonly onNext: () => void;
};

/** Result of an import, with links to it and its undo. */
export function Done({ imported, preview, onUndone, onNext }: DoneProps) {
  const team = useTeam().id;
  const undo = useWrite("POST /api/teams/:team/activity/:id/undo");
  const top = useRef<HTMLElement>(null);
  useEffect(() => top.current?.focus(), []);
  const { event, imports, added, updated } = imported;
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
            {only === undefined || others.length > 0 ? (
              <ButtonLink kind="primary" to="/transactions">
                Show the transactions
              </ButtonLink>
            ) : (
              <ButtonLink kind="primary" search={{ import: only }} to="/transactions">
                Show the transactions
              </ButtonLink>
            )}
            <ButtonLink to="/transactions/review">Review what waits</ButtonLink>
          </>
        }
        title={
          added === 0
            ? `${counted(updated, "transaction")} updated`
            : `${counted(added, "transaction")} imported`
        }
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

function sentenceOf({ added, updated }: Imported, { accounts }: Preview): string {
  const into = accounts.map(({ name }) => name).join(" and ");
  const also = added > 0 && updated > 0 ? ` ${counted(updated, "transaction")} updated.` : "";
  const balance = accounts.every(({ balance_check }) => balance_check === "agrees")
    ? " The balance agrees with the bank’s."
    : "";
  return `Into ${into}.${also}${balance}`;
}
