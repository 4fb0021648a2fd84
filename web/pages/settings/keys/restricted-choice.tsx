import { ChevronRight } from "lucide-react";
import { Answer } from "../../../components/answer.tsx";
import { Choices } from "../../../form/choices.tsx";
import type { Field } from "../../../form/field.ts";
import { useOwn } from "../../../queries.ts";
import { highestLevel, type Level, withAllAt } from "./levels.ts";
import { ScopeMatrix } from "./scope-matrix.tsx";

type RestrictedChoiceProps = {
  readonly field: Field<readonly string[] | undefined, string[]>;
};

/** Offers what scopes really open, and the single scopes under a disclosure. */
export function RestrictedChoice({ field }: RestrictedChoiceProps) {
  const answer = useOwn("GET /api/scopes", {});
  const scopes = field.value ?? [];
  return (
    <Answer query={answer} what="the scopes">
      {({ resources }) => (
        <div className="grid gap-2">
          <Choices<Level>
            choices={OPENED}
            field={{
              ...field,
              value: highestLevel(scopes),
              set: (level) => field.set([...withAllAt(resources, level)]),
              clash: null,
            }}
            label="It may"
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
            <ScopeMatrix
              onChange={(scopes) => field.set([...scopes])}
              resources={resources}
              scopes={scopes}
            />
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
] as const;
