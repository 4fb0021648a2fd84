import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { say } from "../../../components/toast.tsx";
import { When } from "../../../components/when.tsx";
import { firstOnPage } from "../../../focus.ts";
import { Form } from "../../../form/form.tsx";
import { useOpen } from "../../../open.ts";
import { useTeam } from "../../../team.tsx";
import { actionsId, MAKE_KEY } from "./key-actions.tsx";
import { shortKey } from "./key-words.ts";
import type { Key } from "./key.ts";

type RevokeKeyProps = { readonly of: Key; readonly keys: readonly Key[] };

/** Revokes with one press: after a leak there is no time to type. */
export function RevokeKeyDialog({ of: key, keys }: RevokeKeyProps) {
  const team = useTeam();
  const { hide } = useOpen();
  const next = nextOf(key, keys);
  return (
    <Dialog
      description={
        <>
          <bdi className="font-medium">{key.name}</bdi>,{" "}
          <code className="font-mono">{shortKey(key)}</code>
        </>
      }
      finalFocus={() => firstOnPage(actionsId(key.id), next && actionsId(next.id), MAKE_KEY)}
      isOpen
      onClose={hide}
      title="Revoke the key"
    >
      <Form
        before={<Button onClick={hide}>Cancel</Button>}
        given={{ team: team.id, id: key.id }}
        kind="danger"
        onDone={() => {
          hide();
          say(`${key.name} is revoked.`);
        }}
        route="DELETE /api/teams/:team/keys/:id"
        submit="Revoke the key"
      >
        <Consequence of={key} />
      </Form>
    </Dialog>
  );
}

function Consequence({ of: key }: { readonly of: Key }) {
  const program =
    key.lastUsedBy === null ? "The program that uses it" : <bdi>{key.lastUsedBy}</bdi>;
  return (
    <div className="grid gap-2">
      <p>
        {key.lastUsedAt === null ? (
          "It was never used, so no known program is affected."
        ) : (
          <>
            Last used <When at={key.lastUsedAt} />. {program} is refused from its next call, until
            it gets another key.
          </>
        )}
      </p>
      <p className="text-ink2">This cannot be undone. Its history stays in Activity.</p>
    </div>
  );
}

/** The next row, or the one before if it was the last. */
function nextOf(key: Key, keys: readonly Key[]): Key | undefined {
  const active = keys.filter(({ id, state }) => id === key.id || state === "active");
  const at = active.findIndex(({ id }) => id === key.id);
  return active[at + 1] ?? active[at - 1];
}
