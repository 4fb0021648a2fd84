import { api } from "../../../api.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { useTeam } from "../../../team.tsx";
import { AccountFields } from "./account-fields.tsx";
import { type Account, backTo, CHANGED } from "./account.ts";

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
      onClose={onClose}
      title="Add an account"
      changes={CHANGED}
      given={{ team: team.id }}
      initial={{
        name: "",
        type: "current",
        currency: currency ?? team.baseCurrency,
        opening_minor: 0,
      }}
      onDone={(account) => onAdded?.(account)}
      said={({ name }) => `${name} is added.`}
      route="POST /api/teams/:team/bank-accounts"
      submit="Add the account"
    >
      {({ field, values }) => (
        <AccountFields
          currency={values.currency ?? team.baseCurrency}
          fields={{
            name: field("name"),
            institution: field("institution"),
            type: field("type"),
            currency: field("currency"),
            number: field("number"),
            opening_minor: field("opening_minor"),
            opening_date: field("opening_date"),
          }}
          numberHint="An IBAN or any other number. It is kept sealed, and shown by its end."
        />
      )}
    </FormDialog>
  );
}

export function EditAccount({ account, onClose }: AccountProps) {
  const team = useTeam().id;
  const { id, account_number } = account;
  return (
    <FormDialog
      finalFocus={() => backTo(id)}
      onClose={onClose}
      title={`Change ${account.name}`}
      changes={CHANGED}
      given={{ team, id }}
      initial={valuesOf(account)}
      said={({ name }) => `${name} is saved.`}
      route="PATCH /api/teams/:team/bank-accounts/:id"
      submit="Save the account"
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
          fields={{
            name: field("name"),
            institution: field("institution"),
            type: field("type"),
            currency: field("currency"),
            number: field("number"),
            opening_minor: field("opening_minor"),
            opening_date: field("opening_date"),
          }}
          numberHint={
            account_number === null
              ? "An IBAN or any other number. It is kept sealed, and shown by its end."
              : `It is ${account_number}. Leave this empty to keep it.`
          }
        />
      )}
    </FormDialog>
  );
}

/** The number is not read back, and sent only when one is typed. */
function valuesOf({ name, institution, type, currency, opening_minor, opening_date }: Account) {
  return { name, institution, type, currency, opening_minor, opening_date };
}
