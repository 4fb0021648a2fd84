import { useState } from "react";
import { api, type Input, type Output } from "../../api.ts";
import type { Choosable } from "../../form/choosable.ts";
import type { Field } from "../../form/field.ts";

export type TrackedProject =
  Output<"GET /api/teams/:team/timer/recent">["recent"][number]["project"];

/**
 * Searches projects in progress, and makes new ones.
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
      return [...own, ...all.filter(({ id }) => !ids.has(id))].map(choosable);
    },
    create: async (name: string): Promise<Choosable> => {
      const given = customer === null ? { name } : { name, customer_id: customer };
      const { id } = await api("POST /api/teams/:team/projects", { team, ...given });
      return { value: id, label: name };
    },
    nothing: "No project of that name.",
  };
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
