import { Answer } from "../../../components/answer.tsx";
import { Problem } from "../../../components/fields.tsx";
import { Notice } from "../../../components/status.tsx";
import { useOwn } from "../../../queries.ts";
import { LEVELS, withLevel } from "./levels.ts";
import { ScopeRow } from "./scope-row.tsx";

type ScopeMatrixProps = {
  readonly scopes: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
};

/** A row per resource with its levels, and a hint that a scope opens a whole tier of tools. */
export function ScopeMatrix({ scopes, onChange }: ScopeMatrixProps) {
  const answer = useOwn("GET /api/scopes", {});
  return (
    <Answer query={answer} what="the scopes">
      {({ resources }) => (
        <div className="grid gap-3" id="scopes">
          <Notice title="Scopes open kinds of tools, not single ones" tone="warn">
            <p>Any Read lets the key use every tool that reads, on all of the team’s data.</p>
            <p>Any Write lets it use every tool that writes, sending invoices included.</p>
          </Notice>
          <Problem name="scopes" />
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
      )}
    </Answer>
  );
}
