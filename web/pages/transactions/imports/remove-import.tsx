import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { dayIn } from "../../../../src/shared/time.ts";
import { api, type Output } from "../../../api.ts";
import { Answer, RefusalNote } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Notice } from "../../../components/status.tsx";
import { shortDay } from "../../../dates.ts";
import { firstOnPage } from "../../../focus.ts";
import { reloadRows } from "../../../list/changes.ts";
import { counted } from "../../../numbers.ts";
import { useMe, useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { sayWithUndo } from "../../../undo.ts";
import { ROWS } from "../use-categorize.ts";
import { importMenuId } from "./import-menu.tsx";
import { lossesOf, stopsTitle } from "./removal-words.ts";

const PATH = "GET /api/teams/:team/imports/:id/removal";
const REMOVE = "DELETE /api/teams/:team/imports/:id";
const LISTED = { route: "GET /api/teams/:team/imports" } as const;

type RemoveImportProps = { readonly id: string; readonly onClose: () => void };

/** Asks before an import is taken out, and says what goes, what stays, and what is in the way. */
export function RemoveImportDialog({ id, onClose }: RemoveImportProps) {
  const query = useOfTeam(useTeam(), PATH, { id });
  return (
    <Dialog
      finalFocus={() => firstOnPage(importMenuId(id)) ?? document.querySelector("h1")}
      isOpen
      onClose={onClose}
      title={query.data === undefined ? "Remove the import?" : `Remove ${query.data.file_name}?`}
    >
      <Answer query={query} what="what goes with it">
        {(removal) => (
          <>
            <Blocker removal={removal} />
            <Stops removal={removal} />
            <Losses removal={removal} />
            <RemoveActions
              onClose={onClose}
              onReload={async () => query.refetch()}
              removal={removal}
            />
          </>
        )}
      </Answer>
    </Dialog>
  );
}

type Removal = Output<typeof PATH>;

/** Names the import that has to be removed first, and leads to its removal. */
function Blocker({ removal: { blocked_by } }: { readonly removal: Removal }) {
  const { timeZone } = useMe().user;
  if (blocked_by === null) return null;
  const { id, file_name, created_at } = blocked_by;
  return (
    <Notice title="A later import changed transactions of this one" tone="warn">
      <p className="wrap-anywhere">
        First remove{" "}
        <Link className="underline" search={{ open: "remove", id }} to="/transactions/imports">
          <bdi>{file_name}</bdi>
        </Link>
        , imported on {shortDay(dayIn(timeZone, created_at))}.
      </p>
    </Notice>
  );
}

/** Names exported transactions that keep the import from being removed, and leads there. */
function Stops({ removal: { stops } }: { readonly removal: Removal }) {
  if (stops.count === 0) return null;
  const more = stops.count - stops.first.length;
  return (
    <Notice title={stopsTitle(stops.count)} tone="warn">
      <div className="grid gap-2">
        <p>
          Each is the other side of a transfer with a transaction of this file, and would count
          otherwise without it. Open it, set its status to posted or completed, then remove the
          import.
        </p>
        <ul className="grid list-disc gap-1 ps-5">
          {stops.first.map(({ id, name, account }) => (
            <li className="wrap-anywhere" key={id}>
              <Link className="underline" params={{ id }} to="/transactions/$id">
                <bdi>{name}</bdi>
              </Link>{" "}
              in <bdi>{account}</bdi>
            </li>
          ))}
          {more > 0 ? <li>{counted(more, "other")}</li> : null}
        </ul>
      </div>
    </Notice>
  );
}

function Losses({ removal }: { readonly removal: Removal }) {
  const { counts, kept } = removal;
  const more = counts.kept - kept.length;
  return (
    <div className="grid gap-2">
      <ul className="grid list-disc gap-1 ps-5">
        {lossesOf(removal).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {kept.length === 0 ? null : (
        <p className="wrap-anywhere">
          These stay: <bdi>{kept.map(({ name }) => name).join(", ")}</bdi>
          {more > 0 ? ` and ${more.toLocaleString("en-GB")} more` : ""}.
        </p>
      )}
      <p className="text-ink2">
        The file can be imported again. You can undo the removal for 30 days.
      </p>
    </div>
  );
}

type RemoveActionsProps = {
  readonly removal: Removal;
  readonly onClose: () => void;
  readonly onReload: () => Promise<unknown>;
};

/** A refusal reads the numbers again. */
function RemoveActions({ removal, onClose, onReload }: RemoveActionsProps) {
  const { id, file_name, counts, stops, blocked_by } = removal;
  const isStopped = stops.count > 0 || blocked_by !== null;
  const team = useTeam().id;
  const queries = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const write = useMutation({ mutationFn: async () => api(REMOVE, { team, id, counts }) });
  const reload = async () => {
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PATH });
    await Promise.all([reloadRows(queries, LISTED), reloadRows(queries, ROWS)]);
  };
  const remove = () =>
    write.mutate(undefined, {
      onSuccess: ({ event }) => {
        onClose();
        sayWithUndo(`${file_name} is removed.`, { team, event, after: reload });
        void reload();
      },
      onError: () => void onReload(),
    });
  return (
    <>
      <RefusalNote error={write.error} />
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose} ref={cancel}>
          {isStopped ? "Close" : "Cancel"}
        </Button>
        {isStopped ? null : (
          <Button isBusy={write.isPending} kind="danger" onClick={remove}>
            Remove the import
          </Button>
        )}
      </div>
    </>
  );
}
