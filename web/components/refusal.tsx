import type { Problem } from "../../src/api/problem.ts";
import { Refused } from "../api.ts";
import { Notice, Reference } from "./status.tsx";

/** Error of an action without a form, shown beside its button. */
export function RefusalNote({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const problem = error instanceof Refused ? error.problem : UNFORESEEN;
  return (
    <div role="alert">
      <Notice title={problem.title} tone="bad">
        <p>{problem.detail}</p>
        <Reference of={problem} />
      </Notice>
    </div>
  );
}

const UNFORESEEN: Pick<Problem, "title" | "detail" | "reference"> = {
  title: "This page failed.",
  detail: "Reload it to see if the action was done.",
};
