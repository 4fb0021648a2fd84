import { lazy, Suspense, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Item, Items, Section } from "../../../components/page.tsx";
import { looseField } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { counted } from "../../../numbers.ts";
import { useAccounts } from "../accounts.tsx";
import type { Preview } from "./sent-file.ts";

const NewAccount = lazy(async () =>
  import("../../settings/accounts/account-dialogs.tsx").then(({ NewAccount }) => ({
    default: NewAccount,
  })),
);

type Other = Preview["other_accounts"][number];

type OtherAccountsProps = {
  /** Answered ones too: an answer can be changed. */
  readonly others: readonly Other[];
  readonly answers: Readonly<Record<string, string>>;
  readonly onAnswer: (id: string, value: string) => void;
};

const NOWHERE = "none";

/** Accounts of the file that the team does not have. */
export function OtherAccounts({ others, answers, onAnswer }: OtherAccountsProps) {
  const [adding, setAdding] = useState<Other | null>(null);
  const accounts = useAccounts() ?? [];
  return (
    <Section
      hint="Their rows are left out, unless you say where they go."
      id="other-accounts"
      title="Other accounts in the file"
    >
      <Items label="Other accounts in the file">
        {others.map((other) => (
          <Item
            actions={<Button onClick={() => setAdding(other)}>Make a new account…</Button>}
            key={other.id}
          >
            <SelectField
              field={looseField(other.id, answers[other.id] ?? NOWHERE, (value) =>
                onAnswer(other.id, value),
              )}
              label={`${nameOf(other)}, ${counted(other.rows, "row")}`}
              options={[
                { value: NOWHERE, label: "Leave out" },
                ...accounts
                  .filter(({ currency }) => other.currency === null || currency === other.currency)
                  .map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Item>
        ))}
      </Items>
      <Suspense>
        {adding === null ? null : (
          <NewAccount
            onAdded={({ id }) => onAnswer(adding.id, id)}
            onClose={() => setAdding(null)}
            {...(adding.currency === null ? {} : { currency: adding.currency })}
          />
        )}
      </Suspense>
    </Section>
  );
}

function nameOf({ number, currency }: Other): string {
  const account = number === null ? "An account without a number" : `Account ${number}`;
  return currency === null ? account : `${account} in ${currency}`;
}
