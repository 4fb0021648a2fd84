import { api } from "../../../api.ts";
import { DeleteDialog } from "../../../components/delete-dialog.tsx";
import { firstOnPage } from "../../../focus.ts";
import type { Field } from "../../../form/field.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { AreaField, TextField } from "../../../form/text-field.tsx";
import { currencies } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useTeam } from "../../../team.tsx";
import {
  ADD_PAYMENT_ACCOUNT,
  backToPayment,
  PAYMENT_ACCOUNTS_PATH,
  PAYMENT_CHANGES,
  type PaymentAccount,
  paymentMenuId,
} from "./payment-account.ts";

/** The dialog in the address. */
export function PaymentDialog({ accounts }: { readonly accounts: readonly PaymentAccount[] }) {
  const { open, about, hide } = useOpen();
  if (open === "new") return <NewPaymentAccount onClose={hide} />;
  const account = accounts.find(({ id }) => id === about);
  if (account === undefined) return null;
  const props = { account, onClose: hide };
  if (open === "edit") return <EditPaymentAccount {...props} />;
  if (open === "archive" || open === "again") return <ArchivePaymentAccount {...props} />;
  return open === "delete" ? <DeletePaymentAccount {...props} /> : null;
}

type DialogProps = { readonly onClose: () => void };
type AccountProps = DialogProps & { readonly account: PaymentAccount };

function NewPaymentAccount({ onClose }: DialogProps) {
  const { id: team } = useTeam();
  return (
    <FormDialog
      changes={PAYMENT_CHANGES}
      finalFocus={() => firstOnPage(ADD_PAYMENT_ACCOUNT)}
      given={{ team }}
      initial={{
        label: "",
        holder: "",
        iban: null,
        bic: null,
        details: null,
        currency: null,
        payment_url: null,
      }}
      needsPassword
      onClose={onClose}
      route="POST /api/teams/:team/payment-accounts"
      said={({ label }) => `${label} is added.`}
      submit="Add the details"
      title="Add bank details"
    >
      {({ field }) => <PaymentFields field={field} />}
    </FormDialog>
  );
}

function EditPaymentAccount({ account, onClose }: AccountProps) {
  const team = useTeam().id;
  const { id, label } = account;
  return (
    <FormDialog
      changes={PAYMENT_CHANGES}
      finalFocus={() => backToPayment(id)}
      given={{ team, id }}
      initial={valuesOf(account)}
      needsPassword
      onClose={onClose}
      route="PATCH /api/teams/:team/payment-accounts/:id"
      said={({ label }) => `${label} is saved.`}
      submit="Save the details"
      title={`Change ${label}`}
      version={{
        seen: account.updated_at,
        read: async () => {
          const { items } = await api(PAYMENT_ACCOUNTS_PATH, { team });
          const now = items.find((other) => other.id === id) ?? account;
          return { values: valuesOf(now), seen: now.updated_at };
        },
      }}
    >
      {({ field }) => <PaymentFields field={field} />}
    </FormDialog>
  );
}

function ArchivePaymentAccount({ account: { id, label, is_archived }, onClose }: AccountProps) {
  const team = useTeam().id;
  return (
    <FormDialog
      changes={PAYMENT_CHANGES}
      description={
        is_archived
          ? "New invoices can have these details again."
          : "New invoices can no longer have these details. Drafts and sent invoices keep them."
      }
      finalFocus={() => backToPayment(id)}
      given={{ team, id, is_archived: !is_archived }}
      needsPassword
      onClose={onClose}
      route="PATCH /api/teams/:team/payment-accounts/:id"
      said={is_archived ? `${label} can be used again.` : `${label} is archived.`}
      submit={is_archived ? "Use again" : "Archive"}
      title={is_archived ? `Use ${label} again?` : `Archive ${label}?`}
    />
  );
}

function DeletePaymentAccount({ account: { id, label }, onClose }: AccountProps) {
  const team = useTeam().id;
  return (
    <DeleteDialog
      backTo={[paymentMenuId(id), ADD_PAYMENT_ACCOUNT]}
      changes={PAYMENT_CHANGES}
      description="Details that invoices have are archived instead, and those invoices keep them. This cannot be undone."
      given={{ team, id }}
      needsPassword
      onClose={onClose}
      route="DELETE /api/teams/:team/payment-accounts/:id"
      said={({ deleted }) =>
        deleted ? `${label} is deleted.` : `${label} is archived, since invoices have it.`
      }
      submit="Delete the details"
      title={`Delete ${label}?`}
    />
  );
}

type Optional = Field<string | null | undefined, string | null>;

type PaymentField = {
  (name: "label" | "holder"): Field<string | undefined, string>;
  (name: "iban" | "bic" | "details" | "currency" | "payment_url"): Optional;
};

function PaymentFields({ field }: { readonly field: PaymentField }) {
  const currency = field("currency");
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          autoComplete="off"
          field={field("label")}
          hint="For your team only."
          label="Name"
          maxLength={100}
        />
        <TextField
          autoComplete="off"
          field={field("holder")}
          label="Account holder"
          maxLength={200}
        />
      </div>
      <TextField
        autoComplete="off"
        field={field("iban")}
        isOptional
        label="IBAN"
        maxLength={60}
        spellCheck={false}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          autoComplete="off"
          field={field("bic")}
          isOptional
          label="BIC"
          maxLength={20}
          spellCheck={false}
        />
        <SelectField
          field={{ ...currency, value: currency.value ?? null }}
          label="For invoices in"
          options={[{ value: null, label: "Any currency" }, ...currencies()]}
        />
      </div>
      <AreaField
        field={field("details")}
        hint="Where there is no IBAN: bank, routing number or sort code, and account number."
        isOptional
        label="Other account details"
        maxLength={500}
      />
      <TextField
        autoComplete="off"
        field={field("payment_url")}
        hint="A page where the customer can pay, such as of your card provider."
        isOptional
        label="Payment link"
        maxLength={500}
        type="url"
      />
    </>
  );
}

function valuesOf({ label, holder, iban, bic, details, currency, payment_url }: PaymentAccount) {
  return { label, holder, iban, bic, details, currency, payment_url };
}
