import { Plus } from "lucide-react";
import { Empty } from "../../components/answer.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { useOpen } from "../../open.ts";
import { useAccounts } from "./accounts.tsx";

/** The list before the first transaction. Each belongs to an account, so an account comes first. */
export function NoTransactions() {
  const hasNoAccount = useAccounts()?.length === 0;
  return (
    <Empty
      action={
        <>
          <ButtonLink kind="primary" to="/transactions/import">
            Import a file of your bank
          </ButtonLink>
          {hasNoAccount ? (
            <ButtonLink search={{ open: "new" }} to="/settings/accounts">
              Add an account
            </ButtonLink>
          ) : (
            <NewTransactionButton />
          )}
        </>
      }
      title="No transactions yet"
    >
      Import a file of your bank, or{" "}
      {hasNoAccount ? "add an account and write them down." : "add the first one here."}
    </Empty>
  );
}

export const NEW_TRANSACTION = "new";

export function NewTransactionButton() {
  const { show } = useOpen();
  return (
    <Button kind="primary" onClick={() => show(NEW_TRANSACTION)}>
      <Plus aria-hidden size={16} strokeWidth={1.5} />
      <span>
        New<span className="max-sm:sr-only"> transaction</span>
      </span>
    </Button>
  );
}
