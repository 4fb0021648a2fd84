import { SelectField } from "../../../components/fields.tsx";
import { Notice } from "../../../components/status.tsx";
import { dayOf } from "../../../moments.ts";
import { useMe, useNow } from "../../../queries.ts";

/** Lifetime of a key in days; null for no end. */
export type Days = (typeof CHOICES)[number]["days"];

const CHOICES = [
  { value: "7", days: 7, label: "7 days" },
  { value: "30", days: 30, label: "30 days" },
  { value: "90", days: 90, label: "90 days" },
  { value: "365", days: 365, label: "365 days" },
  { value: "none", days: null, label: "No expiry" },
] as const;

export const EXPIRY: Days = 90;

type ExpiryChoiceProps = { readonly days: Days; readonly onChange: (days: Days) => void };

export function ExpiryChoice({ days, onChange }: ExpiryChoiceProps) {
  const { timeZone } = useMe().user;
  const now = useNow();
  const choose = (value: string) => {
    const choice = CHOICES.find((choice) => choice.value === value);
    if (choice !== undefined) onChange(choice.days);
  };
  return (
    <div>
      <SelectField
        hint={days === null ? undefined : `It expires on ${dayOf(after(now, days), timeZone)}.`}
        label="Expires after"
        name="expiresInDays"
        onChange={(event) => choose(event.currentTarget.value)}
        options={CHOICES}
        value={CHOICES.find((choice) => choice.days === days)?.value}
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
