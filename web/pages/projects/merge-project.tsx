import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { firstOnPage } from "../../focus.ts";
import type { Search } from "../../form/choosable.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { Form } from "../../form/form.tsx";
import { reloadRows } from "../../list/changes.ts";
import { counted } from "../../numbers.ts";
import { useTeam } from "../../team.tsx";
import { PROJECT_MENU } from "./project-actions.tsx";
import { PROJECT_LIST } from "./project-list.tsx";
import type { Detail } from "./project-view.tsx";
import { PROJECT_CHANGES } from "./project.ts";
import { useUndoable } from "./undo-change.ts";
import { WhatGoes } from "./what-goes.tsx";

type MergeProjectProps = { readonly detail: Detail; readonly onClose: () => void };

export function MergeProject({ detail, onClose }: MergeProjectProps) {
  const { project, time } = detail;
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sayUndoable = useUndoable();
  return (
    <Dialog
      description="Its time moves to the other project, and it is deleted itself. It can be undone in Activity for 30 days."
      finalFocus={() => firstOnPage(PROJECT_MENU) ?? document.querySelector("h1")}
      isOpen
      onClose={onClose}
      title={`Merge ${project.name} into another project`}
    >
      {time.entries === 0 ? null : <WhatGoes time={time} />}
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={PROJECT_CHANGES.slice(1)}
        given={{ team: team.id, id: project.id }}
        kind="danger"
        onDone={async ({ into, moved_entries, event }) => {
          const moved = counted(moved_entries, "time entry", "time entries");
          const words = `${project.name} is merged, ${moved} moved.`;
          sayUndoable(words, event, `${project.name} is back with its time.`);
          await navigate({ to: "/projects/$id", params: { id: into }, replace: true });
          await reloadRows(queries, PROJECT_LIST);
        }}
        route="POST /api/teams/:team/projects/:id/merge"
        submit="Merge the projects"
      >
        {({ field }) => (
          <ComboboxField
            field={field("into")}
            label="Into"
            nothing="No other project of that name."
            search={otherProjects(team.id, project.id)}
          />
        )}
      </Form>
    </Dialog>
  );
}

const SHOWN = 20;

function otherProjects(team: string, than: string): Search {
  return async (text) => {
    const q = text.trim() === "" ? {} : { q: text.trim() };
    const { items } = await api("GET /api/teams/:team/projects", { team, ...q, limit: SHOWN });
    return items
      .filter(({ id }) => id !== than)
      .map(({ id, name, customer }) => ({ value: id, label: name, hint: customer?.name ?? "" }));
  };
}
