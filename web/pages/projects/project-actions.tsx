import { useQueryClient } from "@tanstack/react-query";
import { Button } from "../../components/button.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { say } from "../../components/toast.tsx";
import { replaceRow } from "../../list/changes.ts";
import { useOpen } from "../../open.ts";
import { useWrite } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { PROJECTS } from "./project-list.tsx";
import { CHANGED, type Project } from "./project.ts";

/** Buttons of a project. Merging and deleting are for owners and admins. */
export function ProjectActions({ project }: { readonly project: Project }) {
  const team = useTeam();
  const { show } = useOpen();
  const queries = useQueryClient();
  const complete = useWrite("POST /api/teams/:team/projects/:id/complete", { changes: CHANGED });
  const reopen = useWrite("POST /api/teams/:team/projects/:id/reopen", { changes: CHANGED });
  const given = { team: team.id, id: project.id };
  const isOpen = project.trackerStatus === "in_progress";
  const write = isOpen ? complete : reopen;
  const back = isOpen ? reopen : complete;
  const onSuccess = (changed: Project) => replaceRow(queries, PROJECTS, changed);
  const change = () =>
    write.mutate(
      { ...given, seen: project.updated_at },
      {
        onSuccess: (changed) => {
          onSuccess(changed);
          say(`${project.name} is ${isOpen ? "completed" : "open again"}.`, {
            action: {
              label: "Undo",
              onPress: () => back.mutate({ ...given, seen: changed.updated_at }, { onSuccess }),
            },
          });
        },
      },
    );
  return (
    <>
      <Button isBusy={write.isPending} onClick={change}>
        {isOpen ? "Complete" : "Reopen"}
      </Button>
      <Button kind="primary" onClick={() => show("edit")}>
        Edit
      </Button>
      {leads(team) ? (
        <>
          <Button onClick={() => show("merge")}>Merge…</Button>
          <Button kind="danger" onClick={() => show("delete")}>
            Delete…
          </Button>
        </>
      ) : null}
      <Refusal error={write.error ?? back.error} />
    </>
  );
}
