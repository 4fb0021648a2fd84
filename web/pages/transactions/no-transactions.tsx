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
          <ButtonLink kind="primary" search={{ open: "new" }} to="/settings/accounts">
            Add an account
          </ButtonLink>
        }
        title="No transactions yet"
      >
        Transactions are what comes into your bank accounts and what goes out. Add the first
        account, then its transactions.
      </Empty>
    );
  return (
    <Empty action={<NewTransactionButton />} title="No transactions yet">
      Transactions are what comes into your bank accounts and what goes out. Add the first one here.
    </Empty>
  );
}
