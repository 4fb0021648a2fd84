import { lazy, Suspense } from "react";
import { Answer, Empty } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Notice } from "../../components/status.tsx";
import { useOpen } from "../../open.ts";
import { useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { AccountTable, Differing } from "./accounts/account-table.tsx";

const AccountDialog = lazy(async () =>
  import("./accounts/account-dialogs.tsx").then(({ AccountDialog }) => ({
    default: AccountDialog,
  })),
);

export function AccountSettings() {
  const team = useTeam();
  const query = useOfTeam(team, "GET /api/teams/:team/bank-accounts", {});
  const { open, show } = useOpen();
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
                  title="Account numbers are hidden on pages. Whoever copies the database file can read them."
                  tone="warn"
                >
                  <p>
                    Whoever runs the server can keep the key apart from the file: start the server
                    with SECRET set.
                  </p>
                </Notice>
              ) : null}
              <Suspense>{open === null ? null : <AccountDialog accounts={items} />}</Suspense>
            </>
          )}
        </Answer>
      </Section>
    </Page>
  );
}
