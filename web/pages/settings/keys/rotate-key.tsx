import { Button } from "../../../components/button.tsx";
import { Choices } from "../../../form/choices.tsx";
import { Form } from "../../../form/form.tsx";
import { exactly } from "../../../moments.ts";
import { useMe, useNow } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { actionsId } from "./key-actions.tsx";
import { shortKey } from "./key-words.ts";
import type { Key, Minted } from "./key.ts";
import { MintDialog } from "./mint-dialog.tsx";

/** Hours for which the old key keeps working. */
const OVERLAPS = [
  { hours: 0, label: "At once", why: "For a key that may have leaked." },
  { hours: 1, label: "In 1 hour", why: null },
  { hours: 24, label: "In 24 hours", why: null },
  { hours: 168, label: "In 7 days", why: null },
] as const;

/** Replaces a key's secret; name and access stay. */
export function RotateKeyDialog({ of: key }: { readonly of: Key }) {
  return (
    <MintDialog
      description={
        <>
          A new key gets the name and the access of <bdi className="font-medium">{key.name}</bdi>,{" "}
          <code className="font-mono">{shortKey(key)}</code>, and the same lifetime, counted from
          now.
        </>
      }
      opener={actionsId(key.id)}
      title="Rotate the key"
    >
      {(onMinted, onCancel) => <RotateForm of={key} onCancel={onCancel} onMinted={onMinted} />}
    </MintDialog>
  );
}

type RotateFormProps = {
  readonly of: Key;
  readonly onMinted: (minted: Minted) => void;
  readonly onCancel: () => void;
};

function RotateForm({ of: key, onMinted, onCancel }: RotateFormProps) {
  const team = useTeam();
  const now = useNow();
  const { timeZone } = useMe().user;
  const choices = OVERLAPS.map(({ hours, label, why }) => ({
    value: hours,
    label,
    hint: why ?? `${exactly(endAfter(key, hours, now), timeZone)}.`,
  }));
  return (
    <Form
      before={<Button onClick={onCancel}>Cancel</Button>}
      changes={[]}
      given={{ team: team.id, id: key.id }}
      initial={{ overlapHours: 24 }}
      onDone={onMinted}
      route="POST /api/teams/:team/keys/:id/rotate"
      submit="Rotate the key"
    >
      {({ field }) => (
        <Choices choices={choices} field={field("overlapHours")} label="The old key ends" />
      )}
    </Form>
  );
}

/** Never later than its own expiry. */
function endAfter({ expiresAt }: Key, hours: number, now: string): string {
  const end = new Date(Date.parse(now) + hours * 60 * 60 * 1000).toISOString();
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
}
