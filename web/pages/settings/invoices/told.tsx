import type { ReactNode } from "react";

type Fact = { readonly label: string; readonly value: ReactNode };

/** Settings for members, who cannot change them. */
export function LockedFacts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        {facts.map(({ label, value }) => (
          <div className="contents" key={label}>
            <dt className="text-ink2">{label}</dt>
            <dd className="font-medium wrap-anywhere whitespace-pre-line">
              {value === null || value === "" ? (
                <span className="font-normal text-ink2">Not set</span>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-ink2">Only owners and admins can change these.</p>
    </>
  );
}
