import { RefusalNote } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy.tsx";
import { Section } from "../../../components/page.tsx";
import { say } from "../../../components/toast.tsx";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { useOpen } from "../../../open.ts";
import { useOfTeam, useWrite } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";

const ROUTE = "POST /api/teams/:team/inbox/address";
const CHANGES = ["GET /api/teams/:team/inbox/address"] as const;
const RENEW = "new-inbox-address";

/** Left out where the server takes no mail. */
export function InboxAddressSection() {
  const team = useTeam();
  const { data } = useOfTeam(team, CHANGES[0], {});
  const { open, show, hide } = useOpen();
  const make = useMake();
  if (data?.takes_mail !== true) return null;
  const { address } = data;
  return (
    <Section
      hint="Forward bills and receipts to the team’s address. They are read, and their payments are suggested. Everybody who knows the address can send them."
      id="inbox-address"
      title="Receipts by mail"
    >
      {address === null ? (
        <NoAddress make={make} />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 font-mono text-ink wrap-anywhere">{address}</code>
          <CopyButton label="Copy" of="the address for receipts" text={address} />
          {leads(team) ? (
            <Button id={RENEW} onClick={() => show(RENEW)}>
              Make a new address
            </Button>
          ) : null}
        </div>
      )}
      {open === RENEW && address !== null && leads(team) ? (
        <FormDialog
          backTo={[RENEW, "inbox-address"]}
          changes={CHANGES}
          description="Mails to the old address are refused at once. Tell the new one to those who send receipts, and change rules that forward mails to it."
          given={{ team: team.id }}
          kind="danger"
          onClose={hide}
          route={ROUTE}
          said="The team has a new address for receipts."
          submit="Make a new address"
          title="Make a new address for receipts?"
        />
      ) : null}
    </Section>
  );
}

function NoAddress({ make }: { readonly make: ReturnType<typeof useMake> }) {
  if (!leads(useTeam()))
    return <p className="text-ink2">The team has none yet. Owners and admins can make one.</p>;
  return (
    <div className="grid justify-items-start gap-2">
      <Button isBusy={make.isPending} onClick={make.start}>
        Make an address
      </Button>
      <RefusalNote error={make.error} />
    </div>
  );
}

/** Stays while the button goes: only then its end is told. */
function useMake() {
  const team = useTeam().id;
  const { mutate, isPending, error } = useWrite(ROUTE, { changes: CHANGES });
  const onSuccess = () => say("The team has an address for receipts.");
  return { isPending, error, start: () => mutate({ team }, { onSuccess }) };
}
