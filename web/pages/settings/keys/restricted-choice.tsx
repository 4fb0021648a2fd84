import { ChevronRight } from "lucide-react";
import { Answer } from "../../../components/answer.tsx";
import { Choices } from "../../../components/fields.tsx";
import { useOwn } from "../../../queries.ts";
import { highestLevel, LEVELS, withAllAt } from "./levels.ts";
import { ScopeMatrix } from "./scope-matrix.tsx";

type RestrictedChoiceProps = {
  readonly scopes: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
};

/** Offers what scopes really open, and the single scopes under a disclosure. */
export function RestrictedChoice({ scopes, onChange }: RestrictedChoiceProps) {
  const answer = useOwn("GET /api/scopes", {});
  return (
    <Answer query={answer} what="the scopes">
      {({ resources }) => (
        <div className="grid gap-2">
          <Choices
            choices={OPENED}
            label="It may"
            name="scopes"
            onChange={(value) => {
              const chosen = LEVELS.find(({ level }) => level === value);
              if (chosen !== undefined) onChange(withAllAt(resources, chosen.level));
            }}
            value={highestLevel(scopes)}
          />
          <details className="group border-t border-line">
            <summary className="flex min-h-11 cursor-pointer items-center gap-1 text-ink2 hover:underline">
              <ChevronRight
                aria-hidden
                className="shrink-0 group-open:rotate-90"
                size={16}
                strokeWidth={1.5}
              />
              Advanced: choose single scopes
            </summary>
            <ScopeMatrix onChange={onChange} resources={resources} scopes={scopes} />
          </details>
        </div>
      )}
    </Answer>
  );
}

const OPENED = [
  { value: "read", label: "Read", hint: "Every tool that reads, on all of the team’s data." },
  {
    value: "write",
    label: "Read and change",
    hint: "Also every tool that writes, sending invoices included.",
  },
];
