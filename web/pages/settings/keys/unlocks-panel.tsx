import { Link } from "@tanstack/react-router";
import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { AFTER_DELETION } from "../../../../src/shared/undo-days.ts";
import { useDeleting } from "../../../deleting.ts";
import { exactly } from "../../../moments.ts";
import { useMe } from "../../../queries.ts";
import { isCapped, useTeam } from "../../../team.tsx";
import { type Access, opensOf } from "./unlocks.ts";

/** Preview of a new key's access, updated with the form. */
export function Unlocks({ access }: { readonly access: Access }) {
  const deleting = useDeleting();
  const team = useTeam();
  const opens = opensOf(access, { isCapped: isCapped(team), isDeletingOn: deleting.isOn });
  return (
    <section aria-labelledby="unlocks" className="grid gap-1">
      <h3 className="font-medium" id="unlocks">
        Access of this key
      </h3>
      <ul aria-live="polite" className="grid gap-0.5 text-small">
        <Line isOpen={opens.read} title="Read">
          {opens.read
            ? "every tool that reads, on all of the team’s data, for any resource."
            : "nothing yet. Choose what it may do."}
        </Line>
        <Line isOpen={opens.write} title="Create and change">
          {opens.write ? `${writing(access)}, sending invoices included.` : "nothing."}
        </Line>
        <Line isOpen={opens.destructive} title="Delete">
          <Deleting access={access} />
        </Line>
      </ul>
    </section>
  );
}

function writing({ preset, scopes }: Access): string {
  const writes = scopes.filter((scope) => scope.endsWith(".write"));
  return preset === "restricted" && writes.length === 1
    ? `${writes[0]} alone opens every tool that writes`
    : "every tool that writes";
}

function Deleting({ access }: { readonly access: Access }) {
  const { isOn, until } = useDeleting();
  const { user } = useMe();
  if (access.preset !== "all") return "nothing. That takes a key with All.";
  const state = !isOn
    ? "not now: tools that delete are off for the team. This key gets them when they are turned on in"
    : `every tool that deletes, ${until === null ? "until they are turned off" : `until ${exactly(until, user.timeZone)}`}, as set in`;
  return (
    <>
      {state}{" "}
      <Link className="underline" rel="noopener" target="_blank" to="/settings/ai">
        Settings, AI<span className="sr-only"> (opens in a new tab)</span>
      </Link>
      . {AFTER_DELETION}
    </>
  );
}

type LineProps = {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
};

function Line({ isOpen, title, children }: LineProps) {
  const Icon = isOpen ? Check : Minus;
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-2">
      <Icon aria-hidden className="mt-0.5 text-ink2" size={16} strokeWidth={1.5} />
      <span className={isOpen ? "" : "text-ink2"}>
        <span className="font-medium">{title}:</span> {children}
      </span>
    </li>
  );
}
