import { Status } from "../../components/status.tsx";
import type { Event } from "./event.ts";

/** Marks a refused attempt, a change that was undone, and a removal. */
export function EventMark({ event }: { readonly event: Event }) {
  const { outcome, undo, undoes, subjects } = event;
  if (outcome === "refused") return <Status tone="warn">Refused</Status>;
  if (undo.state === "done") return <Status tone="quiet">Undone</Status>;
  if (undoes === null && subjects[0]?.did === "deleted") return <Status tone="bad">Removed</Status>;
  return null;
}
