import { Notice } from "../../../components/status.tsx";
import type { Field } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { dayOf } from "../../../moments.ts";
import { useMe, useNow } from "../../../queries.ts";

const CHOICES = [
  { value: 7, label: "7 days" },
  { value: 30, label: "30 days" },
  { value: 90, label: "90 days" },
  { value: 365, label: "365 days" },
  { value: null, label: "No expiry" },
] as const;

/** Lifetime of a key in days; null for no end. */
type Days = (typeof CHOICES)[number]["value"];

export const EXPIRY: Days = 90;

export function ExpiryChoice({ field }: { readonly field: Field<Days | undefined, Days> }) {
  const { timeZone } = useMe().user;
  const now = useNow();
  const { value: days = EXPIRY } = field;
  return (
    <div>
      <SelectField
        field={field}
        hint={days === null ? undefined : `It expires on ${dayOf(after(now, days), timeZone)}.`}
        label="Expires after"
        options={CHOICES}
      />
      <output className="block">
        {days === null ? (
          <div className="pt-2">
            <Notice tone="warn">
              It never expires. If it leaks, it works until someone revokes it.
            </Notice>
          </div>
        ) : null}
      </output>
    </div>
  );
}

function after(now: string, days: number): string {
  return new Date(Date.parse(now) + days * 24 * 60 * 60 * 1000).toISOString();
}
