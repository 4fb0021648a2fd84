import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dayIn } from "../../../src/shared/time.ts";
import { useCategorySearch } from "../../categories/use-categories.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { say } from "../../components/toast.tsx";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { DayField } from "../../form/day-field.tsx";
import { FormDialog } from "../../form/form-dialog.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { AreaField, TextField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useNow } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { useAccounts } from "./accounts.tsx";
import { type Direction, SignedAmount } from "./signed-amount.tsx";
import { TRANSACTION_CHANGES } from "./transaction.ts";
import { ROWS } from "./use-categorize.ts";

type NewTransactionProps = { readonly onClose: () => void };

/** Dialog for a transaction by hand. */
export function NewTransaction({ onClose }: NewTransactionProps) {
  const accounts = useAccounts()?.filter(({ enabled }) => enabled);
  const [first] = accounts ?? [];
  if (accounts === undefined) return null;
  if (first !== undefined) return <NewForm accounts={accounts} first={first} onClose={onClose} />;
  return (
    <Dialog
      description="A transaction belongs to an account, so add one first."
      isOpen
      onClose={onClose}
      title="New transaction"
    >
      <div>
        <ButtonLink kind="primary" search={{ open: "new" }} to="/settings/accounts">
          Add an account
        </ButtonLink>
      </div>
    </Dialog>
  );
}

type Account = NonNullable<ReturnType<typeof useAccounts>>[number];

type NewFormProps = NewTransactionProps & {
  readonly accounts: readonly Account[];
  readonly first: Account;
};

function NewForm({ accounts, first, onClose }: NewFormProps) {
  const { id: team, timeZone } = useTeam();
  const queries = useQueryClient();
  const search = useCategorySearch();
  const today = dayIn(timeZone, useNow());
  const [direction, setDirection] = useState<Direction>("out");
  return (
    <FormDialog
      onClose={onClose}
      title="New transaction"
      changes={TRANSACTION_CHANGES}
      given={{ team }}
      initial={{ name: "", bank_account_id: first.id, date: today, category_slug: null }}
      onDone={async ({ name }) => {
        say(`${name} is added.`);
        await reloadRows(queries, ROWS);
      }}
      route="POST /api/teams/:team/transactions"
      submit="Add the transaction"
    >
      {({ field, values }) => (
        <>
          <TextField
            autoComplete="off"
            field={field("name")}
            hint="Who was paid, or who paid."
            label="Name"
            maxLength={300}
          />
          <SignedAmount
            currency={
              accounts.find(({ id }) => id === values.bank_account_id)?.currency ?? first.currency
            }
            direction={direction}
            field={field("amount_minor")}
            onDirection={setDirection}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField
              field={field("bank_account_id")}
              label="Account"
              options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <DayField field={field("date")} label="Date" />
          </div>
          <ComboboxField
            field={field("category_slug")}
            isOptional
            label="Category"
            nothing="No category of that name."
            search={search}
          />
          <AreaField field={field("note")} isOptional label="Note" maxLength={2000} />
        </>
      )}
    </FormDialog>
  );
}
