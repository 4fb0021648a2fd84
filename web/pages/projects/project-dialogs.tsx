import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { pickFields } from "../../../src/shared/records/field.ts";
import { PROJECT_FIELDS } from "../../../src/shared/records/project.ts";
import { spoken } from "../../../src/shared/words.ts";
import { api, Refused } from "../../api.ts";
import { DeleteDialog } from "../../components/delete-dialog.tsx";
import { say, sayWhy } from "../../components/toast.tsx";
import { firstOnPage } from "../../focus.ts";
import type { Choosable, Search } from "../../form/choosable.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { FormDialog } from "../../form/form-dialog.tsx";
import { reloadRows, replaceRow } from "../../list/changes.ts";
import { counted } from "../../numbers.ts";
import { useWrite } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { useNewCustomer } from "./new-customer.tsx";
import { ProjectFields } from "./project-fields.tsx";
import { PROJECT_LIST } from "./project-list.tsx";
import { type Detail, type Project, PROJECT_CHANGES, PROJECT_MENU } from "./project.ts";

type DialogProps = { readonly onClose: () => void };

type AddProjectProps = DialogProps & {
  /** The customer that the list is filtered by; undefined until its name is known. */
  readonly of: readonly Choosable[] | undefined;
};

export function AddProject({ of, onClose }: AddProjectProps) {
  const team = useTeam();
  const ended = useEnded();
  const customer = useNewCustomer();
  const known = of ?? [];
  const [chosen] = known;
  return (
    <FormDialog
      below={customer.dialog}
      changes={PROJECT_CHANGES}
      given={{ team: team.id }}
      initial={{
        billable: true,
        currency: team.baseCurrency,
        ...(chosen === undefined ? {} : { customer_id: chosen.value }),
      }}
      onClose={onClose}
      onDone={async ({ name, event }) =>
        ended(event, `${name} is added.`, `${name} is gone again.`)
      }
      route="POST /api/teams/:team/projects"
      submit="Add the project"
      title="New project"
    >
      {({ field, values }) => (
        <ProjectFields create={customer.create} field={field} known={known} values={values} />
      )}
    </FormDialog>
  );
}

type EditProjectProps = DialogProps & { readonly project: Project };

export function EditProject({ project, onClose }: EditProjectProps) {
  const team = useTeam();
  const queries = useQueryClient();
  const customer = useNewCustomer();
  const { id, customer: current } = project;
  return (
    <FormDialog
      below={customer.dialog}
      changes={PROJECT_CHANGES}
      given={{ team: team.id, id }}
      initial={valuesOf(project, team.baseCurrency)}
      onClose={onClose}
      onDone={(saved) => replaceRow(queries, PROJECT_LIST, saved)}
      route="PATCH /api/teams/:team/projects/:id"
      said={({ name }) => `${name} is saved.`}
      submit="Save the project"
      title="Edit the project"
      version={{
        seen: project.updated_at,
        read: async () => {
          const now = await api("GET /api/teams/:team/projects/:id", { team: team.id, id });
          const values = valuesOf(now.project, team.baseCurrency);
          return { values, seen: now.project.updated_at };
        },
      }}
    >
      {({ field, values }) => (
        <ProjectFields
          create={customer.create}
          field={field}
          known={current === null ? [] : [{ value: current.id, label: current.name }]}
          values={values}
        />
      )}
    </FormDialog>
  );
}

/** The team's currency stands where none is set, and is sent only when somebody chooses one. */
function valuesOf(project: Project, teamCurrency: string) {
  return pickFields(PROJECT_FIELDS, {
    ...project,
    customer_id: project.customer?.id ?? null,
    currency: project.currency ?? teamCurrency,
  });
}

type DetailProps = DialogProps & { readonly detail: Detail };

export function MergeProject({ detail: { project, time }, onClose }: DetailProps) {
  const team = useTeam().id;
  const navigate = useNavigate();
  const ended = useEnded();
  const { id, name } = project;
  return (
    <FormDialog
      changes={PROJECT_CHANGES.slice(1)}
      description="Its time moves to the other project, and it is deleted itself. It can be undone in Activity for 30 days."
      finalFocus={() => firstOnPage(PROJECT_MENU) ?? document.querySelector("h1")}
      given={{ team, id }}
      isFieldFirst
      kind="danger"
      leave={async ({ into }) =>
        navigate({ to: "/projects/$id", params: { id: into }, replace: true })
      }
      onClose={onClose}
      onDone={async ({ moved_entries, event }) => {
        const moved = counted(moved_entries, "time entry", "time entries");
        await ended(event, `${name} is merged, ${moved} moved.`, `${name} is back with its time.`);
      }}
      route="POST /api/teams/:team/projects/:id/merge"
      submit="Merge the projects"
      title={`Merge ${name} into another project`}
    >
      {({ field }) => (
        <>
          <WhatGoes time={time} />
          <ComboboxField
            field={field("into")}
            label="Into"
            nothing="No other project of that name."
            search={otherProjects(team, id)}
          />
        </>
      )}
    </FormDialog>
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

export function DeleteProject({ detail: { project, time }, onClose }: DetailProps) {
  const navigate = useNavigate();
  const ended = useEnded();
  const { id, name } = project;
  return (
    <DeleteDialog
      backTo={[PROJECT_MENU]}
      changes={PROJECT_CHANGES.slice(2)}
      description={`${time.entries === 0 ? "No time is tracked on it." : "Its time goes with it."} It can be undone in Activity for 30 days.`}
      given={{ team: useTeam().id, id }}
      leave={async () => navigate({ to: "/projects", replace: true })}
      onClose={onClose}
      onDone={async ({ event }) => ended(event, `${name} is deleted.`, `${name} is back.`)}
      route="DELETE /api/teams/:team/projects/:id"
      submit="Delete the project"
      title={`Delete ${name}?`}
    >
      <WhatGoes time={time} />
    </DeleteDialog>
  );
}

/** Time of a project in words: `312 time entries, 41 h 30, of Anna and 2 more`. */
function WhatGoes({ time }: Pick<Detail, "time">) {
  const { entries, seconds, people, running } = time;
  const [first, ...others] = people;
  if (entries === 0) return null;
  return (
    <ul className="list-disc ps-5">
      <li>
        <strong className="font-semibold">{counted(entries, "time entry", "time entries")}</strong>
        {seconds === 0 ? "" : `, together ${spoken(seconds)}`}
        {first === undefined ? null : (
          <>
            , of <bdi>{first.name}</bdi>
            {others.length === 0
              ? ""
              : ` and ${counted(others.length, "other person", "other people")}`}
          </>
        )}
      </li>
      {running.length === 0 ? null : (
        <li>
          {counted(running.length, "running timer")}: <bdi>{running.join(", ")}</bdi>
        </li>
      )}
    </ul>
  );
}

/** Says what was done, with a button that undoes the event, also once the page is left. */
function useEnded() {
  const team = useTeam().id;
  const queries = useQueryClient();
  const { mutateAsync } = useWrite("POST /api/teams/:team/activity/:id/undo");
  const undo = async (event: string, undone: string) => {
    try {
      await mutateAsync({ team, id: event });
      say(undone);
      await reloadRows(queries, PROJECT_LIST);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      sayWhy(error, { tone: "bad" });
    }
  };
  return async (event: string, words: string, undone: string) => {
    say(words, { action: { label: "Undo", onPress: () => void undo(event, undone) } });
    await reloadRows(queries, PROJECT_LIST);
  };
}
