import { useQueryClient } from "@tanstack/react-query";
import { RefusalNote } from "../../components/answer.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { ActionsMenu, MenuItem, MenuRule } from "../../components/menu.tsx";
import { say } from "../../components/toast.tsx";
import { replaceRow } from "../../list/changes.ts";
import { useOpen } from "../../open.ts";
import { useWrite } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { useIsNarrow } from "../../window.ts";
import { PROJECT_LIST } from "./project-list.tsx";
import { PROJECT_CHANGES, PROJECT_MENU, type Project } from "./project.ts";

/** Buttons of a project. Merging and deleting are for owners and admins. */
export function ProjectActions({ project }: { readonly project: Project }) {
  const team = useTeam();
  const { show } = useOpen();
  const queries = useQueryClient();
  const complete = useWrite("POST /api/teams/:team/projects/:id/complete", {
    changes: PROJECT_CHANGES,
  });
  const reopen = useWrite("POST /api/teams/:team/projects/:id/reopen", {
    changes: PROJECT_CHANGES,
  });
  const given = { team: team.id, id: project.id };
  const isOpen = project.trackerStatus === "in_progress";
  const write = isOpen ? complete : reopen;
  const back = isOpen ? reopen : complete;
  const onSuccess = (changed: Project) => replaceRow(queries, PROJECT_LIST, changed);
  const change = () =>
    write.mutate(
      { ...given, seen: project.updated_at },
      {
        onSuccess: (changed) => {
          onSuccess(changed);
          say(`${project.name} is ${isOpen ? "completed" : "open again"}.`, {
            action: {
              label: "Undo",
              onPress: () =>
                back.mutate(
                  { ...given, seen: changed.updated_at },
                  {
                    onSuccess: (before) => {
                      onSuccess(before);
                      say("Undone.");
                    },
                  },
                ),
            },
          });
        },
      },
    );
  const isLeading = leads(team);
  const isNarrow = useIsNarrow();
  return (
    <>
      <Button isBusy={write.isPending} onClick={change}>
        {isOpen ? "Complete" : "Reopen"}
      </Button>
      {/* Three buttons and the menu are wider than a phone. */}
      {isNarrow ? null : <Button onClick={() => show("edit")}>Edit</Button>}
      {isOpen ? (
        <ButtonLink kind="primary" search={{ new: "timer", project: project.id }} to="/time">
          Start timer
        </ButtonLink>
      ) : null}
      {isLeading || isNarrow ? (
        <Menu isLeading={isLeading} isNarrow={isNarrow} name={project.name} />
      ) : null}
      <RefusalNote error={write.error ?? back.error} />
    </>
  );
}

type MenuProps = {
  readonly name: string;
  readonly isLeading: boolean;
  readonly isNarrow: boolean;
};

function Menu({ name, isLeading, isNarrow }: MenuProps) {
  const { show } = useOpen();
  return (
    <ActionsMenu id={PROJECT_MENU} label={`Actions for ${name}`}>
      {isNarrow ? <MenuItem onPress={() => show("edit")}>Edit…</MenuItem> : null}
      {isLeading ? (
        <>
          <MenuItem onPress={() => show("merge")}>Merge into another…</MenuItem>
          <MenuRule />
          <MenuItem onPress={() => show("delete")} tone="bad">
            Delete…
          </MenuItem>
        </>
      ) : null}
    </ActionsMenu>
  );
}
