import { api } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { say } from "../../../components/toast.tsx";
import { Form } from "../../../form/form.tsx";
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
    <Dialog isOpen onClose={onClose} title="Add an account">
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={CHANGED}
        given={{ team: team.id }}
        initial={{
          name: "",
          type: "current",
          currency: currency ?? team.baseCurrency,
          opening_minor: 0,
        }}
        onDone={(account) => {
          onClose();
          onAdded?.(account);
          say(`${account.name} is added.`);
        }}
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
      </Form>
    </Dialog>
  );
}

export function EditAccount({ account, onClose }: AccountProps) {
  const team = useTeam().id;
  const { id, account_number } = account;
  return (
    <Dialog finalFocus={() => backTo(id)} isOpen onClose={onClose} title={`Change ${account.name}`}>
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={CHANGED}
        given={{ team, id }}
        initial={valuesOf(account)}
        onDone={({ name }) => {
          onClose();
          say(`${name} is saved.`);
        }}
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
      </Form>
    </Dialog>
  );
}

/** The number is not read back, and sent only when one is typed. */
function valuesOf({ name, institution, type, currency, opening_minor, opening_date }: Account) {
  return { name, institution, type, currency, opening_minor, opening_date };
}
