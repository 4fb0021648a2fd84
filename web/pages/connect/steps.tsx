import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { GivenKey } from "./given-key.tsx";
import type { Reach } from "./reach.ts";

/** What the steps are about: this server, and the key that was given. */
export type StepsProps = {
  /** The address of the MCP endpoint. */
  readonly url: string;
  readonly reach: Reach;
  readonly given: GivenKey;
};

/** What to do, one after the other. */
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

/** The way through the menus of another program, by the words that stand there. */
export function Path({ of }: { readonly of: readonly string[] }) {
  return <strong className="font-semibold">{of.join(" → ")}</strong>;
}

type OtherWayProps = {
  readonly title: string;
  /** Whether it shows at once, because it is the only way. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
};

/** Another way to the same, for whom the first does not suit. */
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
