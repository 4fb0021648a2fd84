import { Refused } from "../api.ts";
import { Notice } from "./status.tsx";

/** Error of an action without a form, shown where it was pressed. */
export function Refusal({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const { title, detail } = error instanceof Refused ? error.problem : UNFORESEEN;
  return (
    <div role="alert">
      <Notice title={title} tone="bad">
        <p>{detail}</p>
      </Notice>
    </div>
  );
}

const UNFORESEEN = {
  title: "This page failed.",
  detail: "Reload it to see if the action was done.",
};
