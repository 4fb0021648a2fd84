import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { firstOnPage } from "../../focus.ts";
import { Form } from "../../form/form.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useTeam } from "../../team.tsx";
import { PROJECT_MENU } from "./project-actions.tsx";
import { PROJECT_LIST } from "./project-list.tsx";
import type { Detail } from "./project-view.tsx";
import { PROJECT_CHANGES } from "./project.ts";
import { useUndoable } from "./undo-change.ts";
import { WhatGoes } from "./what-goes.tsx";

type DeleteProjectProps = { readonly detail: Detail; readonly onClose: () => void };

export function DeleteProject({ detail, onClose }: DeleteProjectProps) {
  const { project, time } = detail;
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sayUndoable = useUndoable();
  return (
    <Dialog
      description={
        time.entries === 0
          ? "No time is tracked on it. It can be undone in Activity for 30 days."
          : "Its time goes with it. It can be undone in Activity for 30 days."
      }
      finalFocus={() => firstOnPage(PROJECT_MENU) ?? document.querySelector("h1")}
      isOpen
      onClose={onClose}
      title={`Delete ${project.name}?`}
    >
      {time.entries === 0 ? null : <WhatGoes time={time} />}
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={PROJECT_CHANGES.slice(2)}
        given={{ team: team.id, id: project.id }}
        kind="danger"
        onDone={async ({ event }) => {
          sayUndoable(`${project.name} is deleted.`, event, `${project.name} is back.`);
          await navigate({ to: "/projects", replace: true });
          await reloadRows(queries, PROJECT_LIST);
        }}
        route="DELETE /api/teams/:team/projects/:id"
        submit="Delete the project"
      />
    </Dialog>
  );
}
