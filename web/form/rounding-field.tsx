import {
  billedSeconds,
  codeOfRounding,
  readRounding,
  type Rounding,
  ROUNDING_MINUTES,
  ROUNDING_NAMES,
} from "../../src/shared/time-rounding.ts";
import { hours } from "../numbers.ts";
import { type Field, looseField } from "./field.ts";
import { Below, valueText } from "./labelled.tsx";
import { SelectField } from "./select-field.tsx";

type Code = string | null;

type RoundingFieldProps = { readonly label: string; readonly isLabelHidden?: boolean } & (
  | { readonly field: Field<Code | undefined, string>; readonly wider?: undefined }
  | {
      readonly field: Field<Code | undefined, Code>;
      /** Rule that holds where none is chosen, and whose it is: `As the team`. */
      readonly wider: WiderRule;
    }
);

/** Rule by which tracked time is rounded on invoices, with an example of it. */
export function RoundingField(props: RoundingFieldProps) {
  const { label, isLabelHidden = false, wider } = props;
  // A wider rule is there to be chosen only where the route takes null.
  const { field }: { readonly field: Field<Code | undefined, never> } = props;
  const code = field.value ?? (wider === undefined ? "none" : null);
  const rule = code === null ? null : readRounding(code);
  const choose = (code: Code) => {
    if (props.wider !== undefined) props.field.set(code);
    else if (code !== null) props.field.set(code);
  };
  const change = (changes: Partial<Rounding>) =>
    choose(codeOfRounding({ ...USUAL, ...rule, ...changes }));
  const first = looseField<Way | null>("way", code === null ? null : (rule?.way ?? "none"), (way) =>
    way === null || way === "none" ? choose(way) : change({ way }),
  );
  return (
    <fieldset className="@container grid min-w-0 gap-1">
      <legend className={isLabelHidden ? "sr-only" : "mb-1 font-medium"}>{label}</legend>
      <div className="grid gap-2 @min-[28rem]:grid-cols-3">
        <div className={rule === null ? "@min-[28rem]:col-span-3" : ""}>
          <SelectField
            field={{ ...first, id: field.id }}
            isLabelHidden
            label={`${label}, way`}
            options={[
              ...(wider === undefined ? [] : [{ value: null, label: widerWords(wider) }]),
              ...WAYS,
            ]}
          />
        </div>
        {rule === null ? null : (
          <>
            <SelectField
              field={{
                ...looseField("minutes", rule.minutes, (minutes) => change({ minutes })),
                id: `${field.id}-minutes`,
              }}
              isLabelHidden
              label={`${label}, step`}
              options={MINUTES}
            />
            <SelectField
              field={{
                ...looseField("span", rule.span, (span) => change({ span })),
                id: `${field.id}-span`,
              }}
              isLabelHidden
              label={`${label}, of what`}
              options={SPANS}
            />
          </>
        )}
      </div>
      <Below
        field={field}
        hint={exampleOf(rule)}
        textOf={(code) => valueText(ROUNDING_NAMES[code ?? ""] ?? (wider && widerWords(wider)))}
      />
    </fieldset>
  );
}

type Way = Rounding["way"] | "none";

const WAYS = [
  { value: "none", label: "Not rounded" },
  { value: "up", label: "Up to" },
  { value: "nearest", label: "To the nearest" },
  { value: "down", label: "Down to" },
] as const;

const MINUTES = ROUNDING_MINUTES.map((minutes) => ({
  value: minutes,
  label: minutes === 1 ? "1 minute" : `${minutes} minutes`,
}));

const SPANS = [
  { value: "entry", label: "each entry" },
  { value: "day", label: "each day of a project" },
] as const;

/** First rule after a way is chosen. */
const USUAL: Rounding = { way: "up", minutes: 15, span: "entry" };

type WiderRule = { readonly words: string; readonly code: string | undefined };

/** The chosen rule, or the wider one that holds without it. */
export function roundingWords(code: Code, wider: WiderRule): string {
  return ROUNDING_NAMES[code ?? ""] ?? widerWords(wider);
}

function widerWords({ words, code }: WiderRule) {
  return code === undefined ? words : `${words}: ${ROUNDING_NAMES[code] ?? code}`;
}

const SEVEN_MINUTES = 420;

function exampleOf(rule: Rounding | null): string | undefined {
  if (rule === null) return undefined;
  const day = Array.from({ length: 3 }, () => ({ date: "2026-01-01", seconds: SEVEN_MINUTES }));
  const sum = billedSeconds(rule, day).reduce((sum, seconds) => sum + seconds, 0);
  return `Three entries of 7 minutes on a day are billed as ${hours(sum)}.`;
}
