import type { ReactNode } from "react";

/** A section with a line of its own behind it takes the place of the lower line. */
export function FigureLine({ children }: { readonly children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-8 gap-y-3 border-y border-line py-3 has-[+section.border-t]:border-b-0 has-[+section.border-t]:pb-0 sm:flex sm:flex-wrap">
      {children}
    </dl>
  );
}

type FigureProps = {
  readonly name: string;
  readonly children: ReactNode;
  readonly below?: ReactNode;
};

export function Figure({ name, children, below }: FigureProps) {
  return (
    <div className="grid content-start">
      <dt className="text-small text-ink2">{name}</dt>
      <dd className="text-section font-semibold tabular-nums">{children}</dd>
      {below === undefined ? null : <dd className="pt-0.5 text-small text-ink2">{below}</dd>}
    </div>
  );
}
