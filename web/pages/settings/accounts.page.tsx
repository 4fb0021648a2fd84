import { lazy, Suspense } from "react";
import { Answer, Empty } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Notice } from "../../components/status.tsx";
import { useOpen } from "../../open.ts";
import { useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { AccountTable, Differing } from "./accounts/account-table.tsx";
import type { Account } from "./accounts/account.ts";

const dialogs = async () => import("./accounts/account-dialogs.tsx");
const NewAccount = lazy(async () => dialogs().then(({ NewAccount }) => ({ default: NewAccount })));
const EditAccount = lazy(async () =>
  dialogs().then(({ EditAccount }) => ({ default: EditAccount })),
);
const DeleteAccount = lazy(async () =>
  dialogs().then(({ DeleteAccount }) => ({ default: DeleteAccount })),
);
const NoteBalance = lazy(async () =>
  dialogs().then(({ NoteBalance }) => ({ default: NoteBalance })),
);
const ShowNumber = lazy(async () => dialogs().then(({ ShowNumber }) => ({ default: ShowNumber })));

/** The team's bank accounts with their balances. */
export function AccountSettings() {
  const team = useTeam();
  const query = useOfTeam(team, "GET /api/teams/:team/bank-accounts", {});
  const { show } = useOpen();
  return (
    <Page
      lead="Bank accounts, cards, loans and cash. Their transactions give the balances."
      title="Accounts"
      width="settings"
    >
      <Section
        actions={
          <Button kind="primary" onClick={() => show("new")}>
            Add an account
          </Button>
        }
        id="accounts"
        title="Bank accounts"
      >
        <Answer query={query} what="the accounts">
          {({ items, secret_is_in_database }) => (
            <>
              {items.length === 0 ? (
                <Empty title="No accounts yet">
                  Add a bank account, a card, a loan or the petty cash. A name and a currency are
                  enough to begin.
                </Empty>
              ) : (
                <>
                  {/* Before the rows: toasts stand over the end of a phone's page. */}
                  {items.map((account) => (
                    <Differing account={account} key={account.id} />
                  ))}
                  <AccountTable accounts={items} />
                </>
              )}
              {secret_is_in_database &&
              leads(team) &&
              items.some(({ account_number }) => account_number !== null) ? (
                <Notice
                  title="Anyone with the database file can read the account numbers"
                  tone="warn"
                >
                  <p>
                    The key that hides them is in the same file. Whoever runs the server can keep it
                    apart: start the server with SECRET set.
                  </p>
                </Notice>
              ) : null}
              <OpenDialog accounts={items} />
            </>
          )}
        </Answer>
      </Section>
    </Page>
  );
}

/** The dialog in the address. */
function OpenDialog({ accounts }: { readonly accounts: readonly Account[] }) {
  const { open, about, hide } = useOpen();
  const account = accounts.find(({ id }) => id === about);
  return (
    <Suspense>
      {open === "new" ? <NewAccount onClose={hide} /> : null}
      {open === "edit" && account !== undefined ? (
        <EditAccount account={account} onClose={hide} />
      ) : null}
      {open === "balance" && account !== undefined ? (
        <NoteBalance account={account} onClose={hide} />
      ) : null}
      {open === "delete" && account !== undefined ? (
        <DeleteAccount account={account} onClose={hide} />
      ) : null}
      {open === "number" && account !== undefined ? (
        <ShowNumber account={account} onClose={hide} />
      ) : null}
    </Suspense>
  );
}
