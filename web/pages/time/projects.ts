import { useState } from "react";
import { api, type Input, type Output } from "../../api.ts";
import { say } from "../../components/toast.tsx";
import type { Choosable } from "../../form/choosable.ts";
import type { Field } from "../../form/field.ts";
import { sayWithWayBack, undoAll } from "../../undo.ts";

export type TrackedProject =
  Output<"GET /api/teams/:team/timer/recent">["recent"][number]["project"];

/**
 * Searches projects, and makes new ones. A completed one opens again when it is chosen. Where none has the
 * typed text, those that share a word with it are offered before a new one.
 * @param customer id of a customer whose projects come first, and who gets the new ones
 */
export function projectsOf(team: string, customer: string | null = null) {
  return {
    search: async (q: string): Promise<readonly Choosable[]> => {
      const [own, all] = await Promise.all([
        customer === null ? [] : inProgress({ team, q, customer_id: customer }),
        inProgress({ team, q }),
      ]);
      const ids = new Set(own.map(({ id }) => id));
      const open = [...own, ...all.filter(({ id }) => !ids.has(id))].map(choosable);
      const found = [...open, ...(q === "" ? [] : await completed(team, q))];
      return found.length > 0 || q === "" ? found : alike(team, q);
    },
    create: async (name: string): Promise<Choosable> => {
      const given = customer === null ? { name } : { name, customer_id: customer };
      const { id, event } = await api("POST /api/teams/:team/projects", { team, ...given });
      say(`The project ${name} is created.`, {
        about: id,
        action: { label: "Undo", onPress: () => void undoAll(team, [event]) },
      });
      return { value: id, label: name };
    },
    nothing: "No project of that name.",
  };
}

const MOST_COMPLETED = 5;

/** Completed projects, each opened again once it is chosen. */
async function completed(team: string, q: string): Promise<readonly Choosable[]> {
  const asked = { team, q, status: "completed", limit: MOST_COMPLETED } as const;
  const { items } = await api("GET /api/teams/:team/projects", asked);
  return items.map(({ id, name, customer, updated_at: seen }) => ({
    value: id,
    label: name,
    hint: `Completed${customer === null ? "" : `, ${customer.name}`}. Opens again.`,
    make: async () => reopened({ team, id, seen }),
  }));
}

async function reopened(given: Input<"POST /api/teams/:team/projects/:id/reopen">) {
  const {
    id,
    name,
    updated_at: seen,
  } = await api("POST /api/teams/:team/projects/:id/reopen", given);
  sayWithWayBack(`The project ${name} is open again.`, {
    about: id,
    back: async () =>
      api("POST /api/teams/:team/projects/:id/complete", { team: given.team, id, seen }),
    undone: `The project ${name} is completed.`,
  });
  return { value: id, label: name };
}

/** Letters of a word by which names that are alike are found: "Webiste" finds "Website". */
const BEGINNING = 3;

async function alike(team: string, q: string): Promise<readonly Choosable[]> {
  const words = q.split(/\s+/).filter(({ length }) => length >= BEGINNING);
  const beginnings = [...new Set(words.map((word) => word.slice(0, BEGINNING)))].slice(0, 3);
  const found = await Promise.all(
    beginnings.map(async (beginning) => [
      ...(await inProgress({ team, q: beginning })).map(choosable),
      ...(await completed(team, beginning)),
    ]),
  );
  const byId = new Map(found.flat().map((option) => [option.value, option]));
  return [...byId.values()]
    .filter(({ label }) => beginnings.some((beginning) => hasWord(label, beginning)))
    .slice(0, MOST_ALIKE)
    .map((option) => ({ ...option, isAlike: true }));
}

const MOST_ALIKE = 5;

function hasWord(name: string, beginning: string): boolean {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word.startsWith(beginning.toLowerCase()));
}

export async function inProgress(
  input: Input<"GET /api/teams/:team/time/projects">,
): Promise<readonly TrackedProject[]> {
  const { projects } = await api("GET /api/teams/:team/time/projects", input);
  return projects;
}

export async function projectNamed(
  input: Input<"GET /api/teams/:team/projects/:id">,
): Promise<TrackedProject> {
  const { project } = await api("GET /api/teams/:team/projects/:id", input);
  return { id: project.id, name: project.name, customer: project.customer?.name ?? null };
}

export function choosable({ id, name, customer }: TrackedProject): Choosable {
  return { value: id, label: name, ...(customer === null ? {} : { hint: customer }) };
}

type Choice = {
  readonly field: Field<string | null, string>;
  readonly value: string | null;
  readonly put: (value: string | null) => void;
  readonly complain: (problem: string) => void;
};

/** A choice outside of a form, with its own error. */
export function useChoice(name: string, onSet: (value: string) => void = () => undefined): Choice {
  const [state, setState] = useState<{ value: string | null; problem: string | null }>({
    value: null,
    problem: null,
  });
  const complain = (problem: string) => setState(({ value }) => ({ value, problem }));
  return {
    value: state.value,
    put: (value) => setState({ value, problem: null }),
    complain,
    field: {
      id: name,
      name,
      value: state.value,
      problem: state.problem,
      set: (value) => {
        setState({ value, problem: null });
        onSet(value);
      },
      refuse: complain,
      leave: () => undefined,
      clash: null,
    },
  };
}
