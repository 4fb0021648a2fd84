import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api.ts";
import { useCategorySearch, useKnownCategories } from "../../categories/use-categories.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { DayField } from "../../form/day-field.tsx";
import type { Field } from "../../form/field.ts";
import { Form } from "../../form/form.tsx";
import { inPercent, NumberField } from "../../form/number-field.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { AreaField, TextField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { TagChips } from "../../tags/tag-chips.tsx";
import { useTeam } from "../../team.tsx";
import { useAccounts } from "./accounts.tsx";
import { type Direction, SignedAmount } from "./signed-amount.tsx";
import {
  TRANSACTION_CHANGES,
  type Status,
  STATUS_CHOICES,
  type Transaction,
} from "./transaction.ts";
import { ROWS } from "./use-categorize.ts";

const PATH = "GET /api/teams/:team/transactions/:id";

/** Fields that may change: of an imported transaction those that are not the bank's. */
export function TransactionForm({ transaction }: { readonly transaction: Transaction }) {
  const team = useTeam().id;
  const queries = useQueryClient();
  const [direction, setDirection] = useState<Direction>(
    transaction.amount_minor < 0 ? "out" : "in",
  );
  const accounts = useAccounts() ?? [];
  const { id, currency, is_split, source, transfer_id } = transaction;
  const isExported = transaction.status === "exported";
  const isByHand = source === "hand" && !isExported;
  return (
    <Form
      changes={TRANSACTION_CHANGES}
      done="Saved"
      given={{ team, id }}
      initial={valuesOf(transaction)}
      kind="secondary"
      onDone={async () => reloadRows(queries, ROWS)}
      route="PATCH /api/teams/:team/transactions/:id"
      submit="Save the transaction"
      version={{
        seen: transaction.updated_at,
        read: async () => {
          const now = await api(PATH, { team, id });
          return { values: valuesOf(now), seen: now.updated_at };
        },
      }}
    >
      {({ field }) => (
        <>
          {is_split || isExported ? (
            <RuleLinks transaction={transaction} />
          ) : (
            <CategoryFields
              category={field("category_slug")}
              rate={field("tax_rate_bp")}
              transaction={transaction}
              type={field("tax_type")}
            />
          )}
          {isExported ? null : <TextField field={field("name")} label="Name" maxLength={300} />}
          {isByHand && !is_split && transfer_id === null ? (
            <SignedAmount
              currency={currency}
              direction={direction}
              field={field("amount_minor")}
              onDirection={setDirection}
            />
          ) : null}
          {isByHand ? (
            <div className="grid gap-5 sm:grid-cols-2">
              <DayField field={field("date")} label="Date" />
              {transfer_id === null ? (
                <SelectField
                  field={field("bank_account_id")}
                  label="Account"
                  options={accounts
                    .filter((account) => account.currency === currency)
                    .map(({ id, name }) => ({ value: id, label: name }))}
                />
              ) : null}
            </div>
          ) : null}
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
            <SelectField
              field={field("status")}
              label="Status"
              options={STATUS_CHOICES.filter(({ value }) => isReachable(value, transaction))}
            />
            <TagChips field={field("tag_ids")} known={transaction.tags} />
          </div>
          <AreaField field={field("note")} isOptional label="Note" maxLength={2000} />
          {isByHand ? (
            <>
              <TextField field={field("reference")} isOptional label="Reference" maxLength={200} />
              <AreaField
                field={field("description")}
                isOptional
                label="Description"
                maxLength={2000}
              />
            </>
          ) : null}
        </>
      )}
    </Form>
  );
}

type CategoryFieldsProps = TaxFieldsProps & {
  readonly transaction: Transaction;
  readonly category: Field<string | null | undefined, string | null>;
};

function CategoryFields({ transaction, category, rate, type }: CategoryFieldsProps) {
  return (
    <>
      <ComboboxField
        field={category}
        hint={<RuleLinks transaction={transaction} />}
        isOptional
        known={useKnownCategories()}
        label="Category"
        nothing="No category of that name."
        search={useCategorySearch()}
      />
      {/* The line for what is typed there stands in the gap below. */}
      <div className="-mb-4">
        <TaxFields rate={rate} type={type} />
      </div>
    </>
  );
}

function RuleLinks({ transaction }: { readonly transaction: Transaction }) {
  const { category_by, category_slug, rule_id, bank_name, name } = transaction;
  const { amount_minor, bank_account_id } = transaction;
  return (
    <span className="flex flex-wrap gap-x-4">
      {category_by === "rule" && rule_id !== null ? (
        <Link search={{ open: "edit", id: rule_id }} to="/settings/rules">
          A rule set the category
        </Link>
      ) : null}
      <Link
        search={{
          open: "new",
          words: bank_name ?? name,
          direction: amount_minor > 0 ? "in" : "out",
          account: bank_account_id,
          ...(category_slug === null ? {} : { category: category_slug }),
        }}
        to="/settings/rules"
      >
        Make a rule
      </Link>
    </span>
  );
}

/** Only a bank makes a transaction pending. An exported one is opened again before other changes. */
function isReachable(to: Status, { status, source }: Transaction): boolean {
  if (to === status) return true;
  if (status === "exported") return to === "posted" || to === "completed";
  return to !== "pending" || source === "hand";
}

function valuesOf(transaction: Transaction) {
  const { name, date, amount_minor, bank_account_id, category_slug, note } = transaction;
  const { tax_rate_bp, tax_type, reference, description, tags, status } = transaction;
  return {
    name,
    date,
    amount_minor,
    bank_account_id,
    category_slug,
    tax_rate_bp,
    tax_type,
    note,
    reference,
    description,
    tag_ids: tags.map(({ id }) => id),
    status: STATUS_CHOICES.find(({ value }) => value === status)?.value ?? "posted",
  };
}

type TaxFieldsProps = {
  /** In hundredths of a percent. */
  readonly rate: Field<number | null | undefined, number | null>;
  readonly type: Field<string | null | undefined, string | null>;
};

function TaxFields({ rate, type }: TaxFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <NumberField
        decimals={2}
        field={inPercent(rate)}
        isOptional
        label="Tax rate"
        max={100}
        min={0}
        unit="%"
      />
      <TextField field={type} isOptional label="Tax type" maxLength={50} placeholder="VAT" />
    </div>
  );
}
