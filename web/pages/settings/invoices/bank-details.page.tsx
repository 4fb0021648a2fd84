import { lazy, Suspense } from "react";
import { Answer, Empty } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { ActionsMenu, MenuItem, MenuRule } from "../../../components/menu.tsx";
import { Item, Items, Page, Section } from "../../../components/page.tsx";
import { Status } from "../../../components/status.tsx";
import { NumberField } from "../../../form/number-field.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { counted } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import {
  ADD_PAYMENT_ACCOUNT,
  PAYMENT_ACCOUNTS_PATH,
  type PaymentAccount,
  paymentMenuId,
  spacedIban,
} from "./payment-account.ts";
import { SettingsForm } from "./settings-form.tsx";
import { type Settings, SETTINGS_PATH } from "./settings.ts";
import { LockedFacts } from "./told.tsx";

const PaymentDialog = lazy(async () =>
  import("./payment-dialogs.tsx").then(({ PaymentDialog }) => ({ default: PaymentDialog })),
);

export function BankDetailsSettings() {
  const team = useTeam();
  const accounts = useOfTeam(team, PAYMENT_ACCOUNTS_PATH, {});
  const settings = useOfTeam(team, SETTINGS_PATH, {});
  const { open, show } = useOpen();
  return (
    <Page
      lead="Where customers pay to. Invoices that were sent keep the details that they say."
      title="Bank details"
      width="settings"
    >
      <Section
        actions={
          leads(team) ? (
            <Button id={ADD_PAYMENT_ACCOUNT} onClick={() => show("new")}>
              Add bank details
            </Button>
          ) : undefined
        }
        hint={leads(team) ? "Each change asks for your password." : undefined}
        id="accounts"
        title="Bank details on invoices"
      >
        <Answer query={accounts} what="the bank details">
          {({ items }) => (
            <>
              <PaymentAccounts items={items} usual={settings.data?.payment_account_id ?? null} />
              <Suspense>{open === null ? null : <PaymentDialog accounts={items} />}</Suspense>
            </>
          )}
        </Answer>
      </Section>
      <Section
        hint="For new invoices. Each invoice may have others."
        id="terms"
        title="Usual payment"
      >
        <Answer query={accounts} what="the bank details">
          {({ items }) => (
            <Answer query={settings} what="the usual payment">
              {(settings) => <UsualPayment accounts={items} key={team.id} settings={settings} />}
            </Answer>
          )}
        </Answer>
      </Section>
    </Page>
  );
}

type PaymentAccountsProps = {
  readonly items: readonly PaymentAccount[];
  readonly usual: string | null;
};

function PaymentAccounts({ items, usual }: PaymentAccountsProps) {
  const team = useTeam();
  if (items.length === 0)
    return (
      <Empty title="No bank details yet">
        Add an IBAN, the numbers of an account in another country, or a link to pay by. Without
        them, invoices do not say where to pay.
      </Empty>
    );
  return (
    <Items label="Bank details">
      {items.map((account) => (
        <Item
          actions={leads(team) ? <PaymentMenu account={account} /> : undefined}
          isOneLine
          key={account.id}
        >
          <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <bdi className={account.is_archived ? "text-ink2" : "font-medium"}>{account.label}</bdi>
            {account.id === usual ? <Status tone="new">Usual</Status> : null}
            {account.is_archived ? <Status tone="quiet">Archived</Status> : null}
          </span>
          <Details account={account} />
        </Item>
      ))}
    </Items>
  );
}

function Details({ account }: { readonly account: PaymentAccount }) {
  const { holder, iban, bic, details, payment_url, currency } = account;
  return (
    <div className="grid gap-0.5 text-ink2">
      <bdi>
        {holder}
        {currency === null ? null : `, for invoices in ${currency}`}
      </bdi>
      {iban === null ? null : (
        <span className="flex flex-wrap gap-x-3 text-ink tabular-nums">
          {spacedIban(iban)}
          {bic === null ? null : <span className="text-ink2">{bic}</span>}
        </span>
      )}
      {details === null ? null : (
        <span className="whitespace-pre-line text-ink wrap-anywhere">{details}</span>
      )}
      {payment_url === null ? null : <span className="wrap-anywhere">{payment_url}</span>}
    </div>
  );
}

function PaymentMenu({
  account: { id, label, is_archived },
}: {
  readonly account: PaymentAccount;
}) {
  const { show } = useOpen();
  return (
    <ActionsMenu id={paymentMenuId(id)} label={`Actions for ${label}`}>
      <MenuItem onPress={() => show("edit", id)}>Change…</MenuItem>
      <MenuItem onPress={() => show(is_archived ? "again" : "archive", id)}>
        {is_archived ? "Use again…" : "Archive…"}
      </MenuItem>
      <MenuRule />
      <MenuItem onPress={() => show("delete", id)} tone="bad">
        Delete…
      </MenuItem>
    </ActionsMenu>
  );
}

type UsualPaymentProps = {
  readonly accounts: readonly PaymentAccount[];
  readonly settings: Settings;
};

function UsualPayment({ accounts, settings }: UsualPaymentProps) {
  const team = useTeam();
  const known = accounts.filter(({ is_archived }) => !is_archived);
  if (!leads(team))
    return (
      <LockedFacts
        facts={[
          {
            label: "Bank details",
            value: known.find(({ id }) => id === settings.payment_account_id)?.label ?? "None",
          },
          { label: "Days to pay", value: counted(settings.terms_days, "day") },
        ]}
      />
    );
  return (
    <SettingsForm settings={settings} submit="Save the usual payment" valuesOf={valuesOf}>
      {({ field }) => (
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <SelectField
            field={{
              ...field("payment_account_id"),
              value: field("payment_account_id").value ?? null,
            }}
            hint={known.length === 0 ? "Add bank details above first." : undefined}
            label="Bank details"
            options={[
              { value: null, label: "None" },
              ...known.map(({ id, label }) => ({ value: id, label })),
            ]}
          />
          <NumberField
            field={field("terms_days")}
            hint="From the day of the invoice."
            label="Days to pay"
            max={3650}
            min={0}
            unit="days"
          />
        </div>
      )}
    </SettingsForm>
  );
}

function valuesOf({ payment_account_id, terms_days }: Settings) {
  return { payment_account_id, terms_days };
}
