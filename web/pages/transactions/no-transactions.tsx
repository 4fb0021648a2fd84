import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { NewTransactionButton } from "./new-transaction-button.tsx";
import { useAccounts } from "./use-accounts.ts";

/** The list before the first transaction. Each belongs to an account, so that one comes first. */
export function NoTransactions() {
  const accounts = useAccounts();
  if (accounts?.length === 0)
    return (
      <Empty
        action={
          <>
            <ButtonLink kind="primary" to="/transactions/import">
              Import a file of your bank
            </ButtonLink>
            <ButtonLink search={{ open: "new" }} to="/settings/accounts">
              Add an account
            </ButtonLink>
          </>
        }
        title="No transactions yet"
      >
        Transactions are what comes into your bank accounts and what goes out. Import a file of your
        bank, or add an account and write them down.
      </Empty>
    );
  return (
    <Empty
      action={
        <>
          <ButtonLink kind="primary" to="/transactions/import">
            Import a file of your bank
          </ButtonLink>
          <NewTransactionButton />
        </>
      }
      title="No transactions yet"
    >
      Transactions are what comes into your bank accounts and what goes out. Import a file of your
      bank, or add the first one here.
    </Empty>
  );
}
