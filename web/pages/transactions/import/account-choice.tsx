import { lazy, Suspense, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { looseField } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { useAccounts } from "../use-accounts.ts";

const NewAccount = lazy(async () =>
  import("../../settings/accounts/account-dialogs.tsx").then(({ NewAccount }) => ({
    default: NewAccount,
  })),
);

type AccountChoiceProps = {
  readonly account: string | undefined;
  /** True when the account is all that lacks. */
  readonly isNext: boolean;
  readonly onChoose: (account: string) => void;
};

/** Account that the file is imported into, or a new one for it. */
export function AccountChoice({ account, isNext, onChoose }: AccountChoiceProps) {
  const [isAdding, setAdding] = useState(false);
  const accounts = useAccounts();
  if (accounts === undefined) return null;
  const usable = accounts.filter(({ enabled, id }) => enabled || id === account);
  return (
    <div className="flex flex-wrap items-end gap-3">
      {usable.length === 0 ? null : (
        <div className="w-72 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1 max-sm:basis-40">
          <SelectField
            field={looseField<string | undefined>("account", account, (id) => {
              if (id !== undefined) onChoose(id);
            })}
            label="Account of the file"
            options={usable.map(({ id, name, account_number }) => ({
              value: id,
              label: account_number === null ? name : `${name}, ${account_number}`,
            }))}
          />
        </div>
      )}
      <Button
        kind={usable.length === 0 && isNext ? "primary" : "secondary"}
        onClick={() => setAdding(true)}
      >
        {usable.length === 0 ? "Add the account of the file" : "New account…"}
      </Button>
      <Suspense>
        {isAdding ? (
          <NewAccount onAdded={({ id }) => onChoose(id)} onClose={() => setAdding(false)} />
        ) : null}
      </Suspense>
    </div>
  );
}
