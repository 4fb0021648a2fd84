import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { toastRefusal } from "../../components/toast.tsx";
import { useTeam } from "../../team.tsx";
import { WORK_FIELD } from "../../timer/timer-keys.ts";
import { inProgress, projectNamed, type TrackedProject } from "./projects.ts";

type ForCustomer = { readonly id: string; readonly hint: string | undefined };

/**
 * After the key N on another page, or "Start timer" of a customer or project: leads to the field that is
 * to be filled in. The title of the page gets the focus first.
 * @param onProjects gets the project, or the customer's projects in progress
 * @returns the customer whom the timer is for, until it is started
 */
export function useEntryArrival(
  projectField: string,
  onProjects: (projects: readonly TrackedProject[]) => void,
): { readonly customer: ForCustomer | null; readonly forget: () => void } {
  const team = useTeam();
  const search = useSearch({ from: "/time" });
  const navigate = useNavigate();
  const isNew = search["new"] === "timer";
  const [customer, setCustomer] = useState<ForCustomer | null>(null);
  const arrive = useEffectEvent(async (isCancelled: () => boolean) => {
    const id = search["customer"];
    const project = search["project"];
    if (project !== undefined) {
      const one = await toastRefusal(async () => projectNamed({ team: team.id, id: project }));
      if (isCancelled()) return;
      if (one !== null) onProjects([one]);
    }
    const projects =
      id === undefined
        ? null
        : await toastRefusal(async () => inProgress({ team: team.id, q: "", customer_id: id }));
    if (isCancelled()) return;
    if (id !== undefined && projects !== null) {
      setCustomer({ id, hint: HINTS[Math.min(projects.length, 2)] });
      onProjects(projects);
    }
    const isOpen = projects !== null && projects.length !== 1;
    focusOnce(isOpen ? projectField : WORK_FIELD, isCancelled, () => {
      void navigate({ to: "/time", search: {}, replace: true });
    });
  });
  useEffect(() => {
    if (!isNew) return undefined;
    let isGone = false;
    const frame = requestAnimationFrame(() => void arrive(() => isGone));
    return () => {
      isGone = true;
      cancelAnimationFrame(frame);
    };
  }, [isNew]);
  return { customer, forget: () => setCustomer(null) };
}

/** Waits for a field that is still being loaded. */
function focusOnce(id: string, isCancelled: () => boolean, after: () => void): void {
  if (isCancelled()) return;
  const field = document.getElementById(id);
  if (field === null) {
    requestAnimationFrame(() => focusOnce(id, isCancelled, after));
    return;
  }
  field.focus();
  after();
}

/** By the number of the customer's projects. */
const HINTS = [
  "This customer has no project in progress. Write a name to create one for it.",
  undefined,
  "The customer’s projects come first.",
];
