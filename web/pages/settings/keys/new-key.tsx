import { useState } from "react";
import { api } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { TextField } from "../../../components/fields.tsx";
import { Form } from "../../../components/form.tsx";
import { useTeam } from "../../../team.tsx";
import { AccessChoice } from "./access-choice.tsx";
import { type Days, EXPIRY, ExpiryChoice } from "./expiry-choice.tsx";
import { MAKE_KEY } from "./key-actions.tsx";
import type { Minted } from "./key.ts";
import { MintDialog } from "./mint-dialog.tsx";
import { Unlocks } from "./unlocks-panel.tsx";
import type { Access } from "./unlocks.ts";

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
  const [access, setAccess] = useState<Access>({ preset: "read", scopes: [] });
  const [days, setDays] = useState<Days>(EXPIRY);
  return (
    <Form
      before={<Button onClick={onCancel}>Cancel</Button>}
      foot={<Unlocks access={access} />}
      onSubmit={async (values) => {
        const { preset, scopes } = access;
        const minted = await api("POST /api/teams/:team/keys", {
          team: team.id,
          name: values.get("name") ?? "",
          preset,
          ...(preset === "restricted" ? { scopes: [...scopes] } : {}),
          expiresInDays: days,
        });
        onMinted(minted);
      }}
      submit="Make the key"
    >
      <TextField
        autoComplete="off"
        hint="Its use, to recognise it later: “Invoice script”, “Claude Code on the laptop”."
        label="Name"
        name="name"
        required
      />
      <ExpiryChoice days={days} onChange={setDays} />
      <AccessChoice access={access} onChange={setAccess} />
    </Form>
  );
}
