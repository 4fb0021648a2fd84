import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { spoken } from "../../../../src/shared/words.ts";
import { RefusalNote } from "../../../components/answer.tsx";
import { Button, ButtonLink } from "../../../components/button.tsx";
import { Notice } from "../../../components/status.tsx";
import { reloadRows } from "../../../list/changes.ts";
import { counted } from "../../../numbers.ts";
import { useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { type Imported, LISTED } from "./imported.ts";

type DoneProps = { readonly imported: Imported; readonly onAgain: () => void };

/** Result of an import, with its undo. */
export function TimeImportDone({ imported, onAgain }: DoneProps) {
  const team = useTeam();
  const queries = useQueryClient();
  const undo = useWrite("POST /api/teams/:team/activity/:id/undo");
  const [isUndone, setUndone] = useState(false);
  const title = useRef<HTMLDivElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { event, entries, seconds, projects, customers } = imported;
  if (isUndone)
    return (
      <div className="grid gap-4 outline-none" ref={title} tabIndex={-1}>
        <Notice title="The import is undone" tone="good">
          <p>Everything is as it was before.</p>
        </Notice>
        <Button onClick={onAgain}>Look at the file again</Button>
      </div>
    );
  const made = [
    projects === 0 ? "" : counted(projects, "new project"),
    customers === 0 ? "" : counted(customers, "new customer"),
  ].filter((part) => part !== "");
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
