import { useQueryClient } from "@tanstack/react-query";
import { enumerated } from "../../../src/shared/words.ts";
import { signed } from "../../components/amount.tsx";
import { DeleteDialog } from "../../components/delete-dialog.tsx";
import { shortDay } from "../../dates.ts";
import { reloadRows } from "../../list/changes.ts";
import { useOfTeam, useRefetch } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { useAccounts } from "./accounts.tsx";
import { TRANSACTION_CHANGES, TRANSACTION_INVOICES, type Transaction } from "./transaction.ts";
import { ROWS } from "./use-categorize.ts";

type DeleteTransactionProps = {
  readonly transaction: Transaction;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
};

export function DeleteTransaction(props: DeleteTransactionProps) {
  const { transaction, onClose, onDeleted } = props;
  const { id, name, amount_minor, currency, date, status } = transaction;
  const queries = useQueryClient();
  const refetch = useRefetch(TRANSACTION_CHANGES);
  const { data: paid } = useOfTeam(useTeam(), TRANSACTION_INVOICES, { id });
  const numbers = paid?.payments.flatMap(({ invoice }) => invoice.number ?? []) ?? [];
  const account = useAccounts()?.find(({ id }) => id === transaction.bank_account_id);
  return (
    <DeleteDialog
      afterUndo={async () => Promise.all([refetch(), reloadRows(queries, ROWS)])}
      changes={TRANSACTION_CHANGES.filter(
        (path) => path !== "GET /api/teams/:team/transactions/:id",
      )}
      description={
        <>
          <p>
            <span className="whitespace-nowrap">{signed(amount_minor, currency)}</span> on{" "}
            {shortDay(date)}.{" "}
            {status === "pending" || account === undefined ? null : (
              <>
                The balance of <bdi>{account.name}</bdi> is then without it
                {account.balance_basis === "statement"
                  ? ", and may no longer agree with its bank’s statement."
                  : "."}
              </>
            )}
          </p>
          {transaction.transfer_id === null ? null : (
            <p>The other side of the transfer stays, and is no longer linked.</p>
          )}
          {numbers.length === 0 ? null : (
            <p>
              What it paid or refunded of {enumerated(numbers)} stays recorded, without a
              transaction.
            </p>
          )}
          <p>You can undo this for 30 days in Activity. Excluding it instead keeps the balance.</p>
        </>
      }
      given={{ team: useTeam().id, id }}
      leave={onDeleted}
      onClose={onClose}
      onDone={async () => reloadRows(queries, ROWS)}
      route="DELETE /api/teams/:team/transactions/:id"
      said={`${name} is deleted.`}
      submit="Delete the transaction"
      title={`Delete ${name}?`}
    />
  );
}
