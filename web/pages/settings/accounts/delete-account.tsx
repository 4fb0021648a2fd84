import { Failure } from "../../../components/answer.tsx";
import { Button, ButtonLink } from "../../../components/button.tsx";
import { DeleteDialog, KeptDialog } from "../../../components/delete-dialog.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { counted } from "../../../counted.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { type Account, backTo, CHANGED, menuId } from "./account.ts";
import { useTurn } from "./use-turn.ts";

type DeleteAccountProps = { readonly account: Account; readonly onClose: () => void };

/** Asks before an account is deleted. One with transactions is kept, and can be disabled. */
export function DeleteAccount({ account, onClose }: DeleteAccountProps) {
  const { id, name } = account;
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/transactions", {
    account: id,
    limit: 1,
  });
  const count = query.data?.totals?.count;
  if (query.error !== null)
    return (
      <Dialog finalFocus={() => backTo(id)} isOpen onClose={onClose} title={`Delete ${name}?`}>
        <Failure
          error={query.error}
          onRetry={() => void query.refetch()}
          what="the number of its transactions"
        />
      </Dialog>
    );
  if (count === undefined) return null;
  return count === 0 ? (
    <DeleteEmpty account={account} onClose={onClose} />
  ) : (
    <Kept account={account} count={count} onClose={onClose} />
  );
}

function Kept({ account, count, onClose }: DeleteAccountProps & { readonly count: number }) {
  const { id, name, enabled } = account;
  const turn = useTurn(account);
  return (
    <KeptDialog
      backTo={[menuId(id)]}
      description={`An account with transactions cannot be deleted. ${enabled ? "Disable it instead: its transactions stay in lists and reports, and files are no longer imported into it." : "It is disabled already: its transactions stay in lists and reports."}`}
      onClose={onClose}
      title={`${name} has ${counted(count, "transaction")}`}
    >
      <ButtonLink search={{ account: id }} to="/transactions">
        Show {counted(count, "transaction")}
      </ButtonLink>
      {enabled ? (
        <Button
          kind="primary"
          onClick={() => {
            onClose();
            void turn();
          }}
        >
          Disable the account
        </Button>
      ) : null}
    </KeptDialog>
  );
}

function DeleteEmpty({ account: { id, name }, onClose }: DeleteAccountProps) {
  return (
    <DeleteDialog
      backTo={[menuId(id)]}
      changes={CHANGED}
      description="It has no transactions. You can undo this at once, and for 30 days in Activity. Its number must then be entered again."
      given={{ team: useTeam().id, id }}
      onClose={onClose}
      route="DELETE /api/teams/:team/bank-accounts/:id"
      said={`${name} is deleted.`}
      submit="Delete the account"
      title={`Delete ${name}?`}
    />
  );
}
