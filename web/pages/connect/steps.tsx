import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { ButtonLink } from "../../components/button.tsx";
import { useMe } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import type { ServerReach, McpServer } from "./server.ts";

export type StepsProps = {
  readonly server: McpServer;
  readonly reach: ServerReach;
  readonly given: GivenKey;
};

export function Steps({ children }: { readonly children: ReactNode }) {
  return (
    <ol className="grid list-decimal gap-5 ps-6 marker:font-semibold marker:text-ink2">
      {children}
    </ol>
  );
}

type StepProps = { readonly children: ReactNode; readonly below?: ReactNode };

/** Words of a step, and below them its commands and buttons. */
export function Step({ children, below }: StepProps) {
  return (
    <li className="ps-1">
      <div className="grid max-w-measure gap-2">
        <p>{children}</p>
        {below}
      </div>
    </li>
  );
}

export function SignIn({ of }: { readonly of: string }) {
  const { teams } = useMe();
  const team = useTeam();
  return (
    <>
      A page of this server opens: sign in, and choose{" "}
      {teams.length > 1 ? (
        <>
          the team <bdi className="font-semibold">{team.name}</bdi> and{" "}
        </>
      ) : null}
      what {of} may do. No key is needed.
    </>
  );
}

/** Path through another program's menus, in that program's words. */
export function Path({ of }: { readonly of: readonly string[] }) {
  return <strong className="font-semibold">{of.join(" → ")}</strong>;
}

type OtherWayProps = {
  readonly title: string;
  /** Starts unfolded: there is no other way. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
};

export function OtherWay({ title, isOpen = false, children }: OtherWayProps) {
  return (
    <details className="group border-t border-line" open={isOpen}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-1 font-medium text-accent hover:underline">
        <ChevronRight
          aria-hidden
          className="shrink-0 group-open:rotate-90"
          size={16}
          strokeWidth={1.5}
        />
        {title}
      </summary>
      <div className="grid max-w-measure gap-3 ps-5 pb-4">{children}</div>
    </details>
  );
}

/** Key pasted to fill in the commands. It never leaves the page. */
type GivenKey = {
  readonly typed: string;
  readonly type: (typed: string) => void;
  /** Key for the commands, or a placeholder. */
  readonly key: string;
};

/** Format of a key; anything else stays out of the commands. */
const KEY = /^svc_[0-9A-Za-z]{49}$/;
const IN_ITS_PLACE = "YOUR_KEY";

export function useGivenKey(): GivenKey {
  const [typed, type] = useState("");
  return { typed, type, key: KEY.test(typed.trim()) ? typed.trim() : IN_ITS_PLACE };
}

export function KeyField({ given }: { readonly given: GivenKey }) {
  const id = useId();
  const isOdd = given.typed.trim() !== "" && given.key === IN_ITS_PLACE;
  return (
    <div className="grid gap-1">
      <label className="font-medium" htmlFor={id}>
        Your API key
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          aria-describedby={`${id}-hint`}
          aria-invalid={isOdd || undefined}
          autoCapitalize="none"
          autoComplete="off"
          className="text-box min-w-0 flex-1 basis-64 bg-surface py-1 font-mono text-ink aria-invalid:border-bad sm:text-small"
          id={id}
          onChange={(event) => given.type(event.target.value)}
          placeholder="svc_…"
          spellCheck={false}
          value={given.typed}
        />
        <ButtonLink search={{ open: "new-key" }} to="/settings/developer">
          Make an API key
        </ButtonLink>
      </div>
      <p className={isOdd ? "font-medium text-bad" : "text-ink2"} id={`${id}-hint`}>
        {isOdd
          ? "This is not a complete key. A key begins with svc_ and has 53 characters."
          : `It replaces ${IN_ITS_PLACE} below, and is not sent or stored.`}
      </p>
    </div>
  );
}
