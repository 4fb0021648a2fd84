import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useMe } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import type { GivenKey } from "./given-key.tsx";
import type { Reach } from "./reach.ts";
import type { McpServer } from "./server.ts";

export type StepsProps = {
  readonly server: McpServer;
  readonly reach: Reach;
  readonly given: GivenKey;
};

export function Steps({ children }: { readonly children: ReactNode }) {
  return (
    <ol className="grid list-decimal gap-5 ps-6 marker:font-semibold marker:text-ink2">
      {children}
    </ol>
  );
}

export function Step({ children }: { readonly children: ReactNode }) {
  return (
    <li className="ps-1">
      <div className="grid max-w-measure gap-2">{children}</div>
    </li>
  );
}

/** Page of this server on which a person connects a program to one of their teams. */
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
