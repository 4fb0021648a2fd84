import { Button } from "../../../components/button.tsx";
import { type Resource, LEVELS, withLevel } from "./levels.ts";
import { ScopeRow } from "./scope-row.tsx";

type ScopeMatrixProps = {
  readonly resources: readonly Resource[];
  readonly scopes: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
};

/** A row per resource with its levels, and a hint that a scope opens a whole tier of tools. */
export function ScopeMatrix({ resources, scopes, onChange }: ScopeMatrixProps) {
  return (
    <div className="grid gap-3 pb-2">
      <p className="text-ink2">
        The key holds the scopes that you choose here. They do not narrow what it may do: one Read
        opens every tool that reads, and one Write opens every tool that writes too.
      </p>
      <div>
        <Button onClick={() => onChange([])}>Set all to None</Button>
      </div>
      <table className="w-full border-b border-line">
        <caption className="sr-only">Scopes by resource</caption>
        <thead>
          <tr className="border-b border-line text-small text-ink2">
            <th className="py-1 text-start font-medium" scope="col">
              Resource
            </th>
            {LEVELS.map(({ level, label }) => (
              <th className="w-14 py-1 text-center font-medium sm:w-20" key={level} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {resources.map((resource) => (
            <ScopeRow
              key={resource.name}
              onChoose={(level) => onChange(withLevel(scopes, resource, level))}
              resource={resource}
              scopes={scopes}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
