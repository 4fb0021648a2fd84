import { Button } from "../../../components/button.tsx";
import { Form } from "../../../form/form.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useTeam } from "../../../team.tsx";
import { AccessChoice } from "./access-choice.tsx";
import { EXPIRY, ExpiryChoice } from "./expiry-choice.tsx";
import { MAKE_KEY } from "./key-actions.tsx";
import type { Minted } from "./key.ts";
import { MintDialog } from "./mint-dialog.tsx";
import { Unlocks } from "./unlocks-panel.tsx";

export function NewKeyDialog() {
  return (
    <MintDialog
      description="It acts as you in this team, until it expires or is revoked."
      opener={MAKE_KEY}
      title="Make an API key"
    >
      {(onMinted, onCancel) => <NewKeyForm onCancel={onCancel} onMinted={onMinted} />}
    </MintDialog>
  );
}

type NewKeyFormProps = {
  readonly onMinted: (minted: Minted) => void;
  readonly onCancel: () => void;
};

function NewKeyForm({ onMinted, onCancel }: NewKeyFormProps) {
  const team = useTeam();
  return (
    <Form
      before={<Button onClick={onCancel}>Cancel</Button>}
      changes={[]}
      foot={({ values: { preset = PRESET, scopes = [] } }) => (
        <Unlocks access={{ preset, scopes }} />
      )}
      given={{ team: team.id }}
      initial={{ name: "", preset: PRESET, expiresInDays: EXPIRY }}
      onDone={onMinted}
      route="POST /api/teams/:team/keys"
      submit="Make the key"
    >
      {({ field }) => (
        <>
          <TextField
            autoComplete="off"
            field={field("name")}
            hint="Its use, to recognise it later: “Invoice script”, “Claude Code on the laptop”."
            label="Name"
          />
          <ExpiryChoice field={field("expiresInDays")} />
          <AccessChoice preset={field("preset")} scopes={field("scopes")} />
        </>
      )}
    </Form>
  );
}

const PRESET = "read";
