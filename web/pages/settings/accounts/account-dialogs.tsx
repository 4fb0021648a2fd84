import { useState } from "react";
import { dayIn } from "../../../../src/shared/time.ts";
import { api } from "../../../api.ts";
import { FailureNote } from "../../../components/answer.tsx";
import { Button, ButtonLink } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy.tsx";
import { DeleteDialog, KeptDialog } from "../../../components/delete-dialog.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { say } from "../../../components/toast.tsx";
import { shortDay } from "../../../dates.ts";
import { DayField } from "../../../form/day-field.tsx";
import type { Field } from "../../../form/field.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { Form } from "../../../form/form.tsx";
import { MoneyField } from "../../../form/money-field.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { counted, currencies, money } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useNow, useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { type Account, backTo, ACCOUNT_CHANGES, accountMenuId, ACCOUNT_TYPES } from "./account.ts";
import { useTurn } from "./use-turn.ts";

/** The dialog in the address. */
export function AccountDialog({ accounts }: { readonly accounts: readonly Account[] }) {
  const { open, about, hide } = useOpen();
  if (open === "new") return <NewAccount onClose={hide} />;
  const account = accounts.find(({ id }) => id === about);
  if (account === undefined) return null;
  const props = { account, onClose: hide };
  if (open === "edit") return <EditAccount {...props} />;
  if (open === "balance") return <NoteBalance {...props} />;
  if (open === "delete") return <DeleteAccount {...props} />;
  return open === "number" ? <ShowNumber {...props} /> : null;
}

type DialogProps = { readonly onClose: () => void };
type AccountProps = DialogProps & { readonly account: Account };

type NewAccountProps = DialogProps & {
  /** Currency that the account most likely has; the team's without it. */
  readonly currency?: string;
  readonly onAdded?: (account: Account) => void;
};

export function NewAccount({ onClose, currency, onAdded }: NewAccountProps) {
  const team = useTeam();
  return (
    <FormDialog
      changes={ACCOUNT_CHANGES}
      given={{ team: team.id }}
      initial={{
        name: "",
        type: "current",
        currency: currency ?? team.baseCurrency,
        opening_minor: 0,
      }}
      onClose={onClose}
      onDone={(account) => onAdded?.(account)}
      route="POST /api/teams/:team/bank-accounts"
      said={({ name }) => `${name} is added.`}
      submit="Add the account"
      title="Add an account"
    >
      {({ field, values }) => (
        <AccountFields
          currency={values.currency ?? team.baseCurrency}
          field={field}
          number={null}
        />
      )}
    </FormDialog>
  );
}

function EditAccount({ account, onClose }: AccountProps) {
  const team = useTeam().id;
  const { id, account_number } = account;
  return (
    <FormDialog
      changes={ACCOUNT_CHANGES}
      finalFocus={() => backTo(id)}
      given={{ team, id }}
      initial={valuesOf(account)}
      onClose={onClose}
      route="PATCH /api/teams/:team/bank-accounts/:id"
      said={({ name }) => `${name} is saved.`}
      submit="Save the account"
      title={`Change ${account.name}`}
      version={{
        seen: account.updated_at,
        read: async () => {
          const now = await api("GET /api/teams/:team/bank-accounts/:id", { team, id });
          return { values: valuesOf(now), seen: now.updated_at };
        },
      }}
    >
      {({ field, values }) => (
        <AccountFields
          currency={values.currency ?? account.currency}
          field={field}
          number={account_number}
        />
      )}
    </FormDialog>
  );
}

/** The number is not read back, and sent only when one is typed. */
function valuesOf({ name, institution, type, currency, opening_minor, opening_date }: Account) {
  return { name, institution, type, currency, opening_minor, opening_date };
}

type Optional<Value> = Field<Value | null | undefined, Value | null>;

/** The fields that a new and a known account have in common. */
type AccountField = {
  (name: "name" | "currency"): Field<string | undefined, string>;
  (name: "institution" | "number" | "opening_date"): Optional<string>;
  (name: "type"): Field<Account["type"] | undefined, Account["type"]>;
  (name: "opening_minor"): Field<number | undefined, number>;
};

type AccountFieldsProps = {
  readonly field: AccountField;
  readonly currency: string;
  /** The end of the number that is kept. */
  readonly number: string | null;
};

function AccountFields({ field, currency, number }: AccountFieldsProps) {
  return (
    <>
      <TextField autoComplete="off" field={field("name")} label="Name" maxLength={100} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField field={field("type")} label="Type" options={ACCOUNT_TYPES} />
        <SelectField field={field("currency")} label="Currency" options={currencies()} />
      </div>
      <TextField field={field("institution")} isOptional label="Bank" maxLength={200} />
      <TextField
        autoComplete="off"
        field={field("number")}
        hint={
          number === null
            ? "An IBAN or any other number. It is kept sealed, and shown by its end."
            : `It is ${number}. Leave this empty to keep it.`
        }
        isOptional
        label="Account number"
        spellCheck={false}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField currency={currency} field={field("opening_minor")} label="Opening balance" />
        <DayField field={field("opening_date")} isOptional label="At the start of" />
      </div>
      <p className="text-ink2">
        Balances are counted from there, until a statement says more. A debt, as of a card or a
        loan, is below zero.
      </p>
    </>
  );
}

/** Asks before an account is deleted. One with transactions is kept, and can be disabled. */
function DeleteAccount({ account, onClose }: AccountProps) {
  const { id, name } = account;
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/transactions", {
    account: id,
    limit: 1,
  });
  const count = query.data?.totals?.count;
  if (query.error !== null)
    return (
      <Dialog finalFocus={() => backTo(id)} isOpen onClose={onClose} title={`Delete ${name}?`}>
        <FailureNote
          error={query.error}
          onRetry={() => void query.refetch()}
          what="the number of its transactions"
        />
      </Dialog>
    );
  if (count === undefined) return null;
  return count === 0 ? (
    <DeleteEmpty account={account} onClose={onClose} />
  ) : (
    <Kept account={account} count={count} onClose={onClose} />
  );
}

function Kept({ account, count, onClose }: AccountProps & { readonly count: number }) {
  const { id, name, enabled } = account;
  const turn = useTurn(account);
  return (
    <KeptDialog
      backTo={[accountMenuId(id)]}
      description={`An account with transactions cannot be deleted. ${enabled ? "Disable it instead: its transactions stay in lists and reports, and files are no longer imported into it." : "It is disabled already: its transactions stay in lists and reports."}`}
      onClose={onClose}
      title={`${name} has ${counted(count, "transaction")}`}
    >
      <ButtonLink search={{ account: id }} to="/transactions">
        Show {counted(count, "transaction")}
      </ButtonLink>
      {enabled ? (
        <Button
          kind="primary"
          onClick={() => {
            onClose();
            void turn();
          }}
        >
          Disable the account
        </Button>
      ) : null}
    </KeptDialog>
  );
}

function DeleteEmpty({ account: { id, name }, onClose }: AccountProps) {
  return (
    <DeleteDialog
      backTo={[accountMenuId(id)]}
      changes={ACCOUNT_CHANGES}
      description="It has no transactions. You can undo this at once, and for 30 days in Activity. Its number must then be entered again."
      given={{ team: useTeam().id, id }}
      onClose={onClose}
      route="DELETE /api/teams/:team/bank-accounts/:id"
      said={`${name} is deleted.`}
      submit="Delete the account"
      title={`Delete ${name}?`}
    />
  );
}

function NoteBalance({ account, onClose }: AccountProps) {
  const { id, name, currency, balance_minor } = account;
  const team = useTeam();
  const today = dayIn(team.timeZone, useNow());
  return (
    <FormDialog
      description="As the bank shows it at the end of a day, or as you have counted it. Balances are counted from there on."
      finalFocus={() => backTo(id)}
      onClose={onClose}
      title={`Balance of ${name}`}
      changes={ACCOUNT_CHANGES}
      given={{ team: team.id, id }}
      initial={{ day: today, minor: balance_minor }}
      onDone={(answer) => {
        const tone = (answer.check?.difference_minor ?? 0) === 0 ? "good" : "warn";
        say(checked(answer), { about: id, tone });
      }}
      route="PUT /api/teams/:team/bank-accounts/:id/balance"
      submit="Note the balance"
    >
      {({ field }) => (
        <div className="grid gap-5 sm:grid-cols-2">
          <MoneyField currency={currency} field={field("minor")} label="Balance" />
          <DayField field={field("day")} label="At the end of" max={today} />
        </div>
      )}
    </FormDialog>
  );
}

function checked({ name, check, currency }: Account): string {
  if (check === null) return `The balance of ${name} is noted.`;
  const { difference_minor: difference, date } = check;
  return difference === 0
    ? `${name} agrees on ${shortDay(date)}.`
    : `The balance of ${name} is noted. Its transactions differ by ${money(Math.abs(difference), currency)}.`;
}

function ShowNumber({ account: { id, name }, onClose }: AccountProps) {
  const team = useTeam().id;
  const [number, setNumber] = useState<string | null>(null);
  return (
    <Dialog isOpen onClose={onClose} title={`Number of ${name}`}>
      {number === null ? (
        <Form
          before={<Button onClick={onClose}>Cancel</Button>}
          changes={[]}
          given={{ team, id }}
          needsPassword
          onDone={({ number }) => setNumber(number)}
          route="POST /api/teams/:team/bank-accounts/:id/number"
          submit="Show the number"
        >
          <p>Only owners and admins can see the whole number.</p>
        </Form>
      ) : (
        <Shown number={number} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Shown({ number, onClose }: { readonly number: string; readonly onClose: () => void }) {
  return (
    <>
      <p className="font-mono text-section break-all">{number}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton label="Copy the number" text={number} />
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}
