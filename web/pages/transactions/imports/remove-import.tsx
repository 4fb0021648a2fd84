import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dayIn } from "../../../../src/shared/time.ts";
import { api, type Output } from "../../../api.ts";
import { Answer, RefusalNote } from "../../../components/answer.tsx";
import { BatchDialog } from "../../../components/batch-dialog.tsx";
import { Notice } from "../../../components/status.tsx";
import { shortDay } from "../../../dates.ts";
import { firstOnPage } from "../../../focus.ts";
import { reloadRows } from "../../../list/changes.ts";
import { counted } from "../../../numbers.ts";
import { useMe, useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { sayWithUndo } from "../../../undo.ts";
import { ROWS } from "../use-categorize.ts";
import { importMenuId, IMPORTS } from "./import-list.tsx";
import { lossesOf, stopsTitle } from "./removal-words.ts";

const PATH = "GET /api/teams/:team/imports/:id/removal";

type Removal = Output<typeof PATH>;

type RemoveImportProps = { readonly id: string; readonly onClose: () => void };

/** Asks before an import is taken out, and says what goes, what stays, and what is in the way. */
export function RemoveImportDialog({ id, onClose }: RemoveImportProps) {
  const team = useTeam();
  const query = useOfTeam(team, PATH, { id });
  const queries = useQueryClient();
  const write = useMutation({
    mutationFn: async ({ counts }: Removal) =>
      api("DELETE /api/teams/:team/imports/:id", { team: team.id, id, counts }),
  });
  const reload = async () => {
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PATH });
    await Promise.all([reloadRows(queries, IMPORTS), reloadRows(queries, ROWS)]);
  };
  const remove = async (removal: Removal) => {
    try {
      const { event } = await write.mutateAsync(removal);
      onClose();
      sayWithUndo(`${removal.file_name} is removed.`, { team: team.id, event, after: reload });
      void reload();
    } catch {
      // The refusal is told below, with new numbers.
      void query.refetch();
    }
  };
  const { data } = query;
  const isRemovable = data !== undefined && data.stops.count === 0 && data.blocked_by === null;
  const action = { label: "Remove the import", kind: "danger" } as const;
  return (
    <BatchDialog
      actions={isRemovable ? [{ ...action, act: async () => remove(data) }] : []}
      finalFocus={() => firstOnPage(importMenuId(id)) ?? document.querySelector("h1")}
      isCancelFirst
      onClose={onClose}
      title={data === undefined ? "Remove the import?" : `Remove ${data.file_name}?`}
    >
      <Answer query={query} what="what goes with it">
        {(removal) => (
          <>
            <Blocker removal={removal} />
            <Stops removal={removal} />
            <Losses removal={removal} />
          </>
        )}
      </Answer>
      <RefusalNote error={write.error} />
    </BatchDialog>
  );
}

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
