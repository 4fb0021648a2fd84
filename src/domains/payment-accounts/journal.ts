import { namesIn, type SharedSubject } from "../../activity/subject.ts";
import type { paymentAccountSnapshot } from "./payment-account.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    payment_account: typeof paymentAccountSubject;
  }
}

type Column = Exclude<keyof ReturnType<typeof paymentAccountSnapshot>, "id">;

/** Customers pay to these, so that every change asks for the password; undo would not. */
export const paymentAccountSubject: SharedSubject<Column> = {
  isPrivate: false,
  noun: {
    label: "Bank details",
    one: "bank details for invoices",
    named: "the bank details *",
    inFields: "*",
    many: "bank details",
  },
  fields: {
    label: { label: "Name", kind: "text" },
    holder: { label: "Account holder", kind: "text" },
    iban: { label: "IBAN", kind: "text" },
    bic: { label: "BIC", kind: "text" },
    details: { label: "Account details", kind: "long text" },
    currency: { label: "Currency", kind: "currency" },
    payment_url: { label: "Payment link", kind: "text" },
    archived_at: { label: "Archived", kind: "moment", dates: "the archiving" },
    created_at: null,
    updated_at: null,
  },
  page: "/settings/invoices/bank-details#accounts",
  names: namesIn("payment_accounts", "label"),
  namedIn: "label",
  undo: {
    because: "Bank details on invoices change only with the password",
    next: "change them under Settings, Invoices, Bank details",
  },
};
