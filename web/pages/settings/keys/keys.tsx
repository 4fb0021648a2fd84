import { Link } from "@tanstack/react-router";
import { Answer, Empty } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import { useOpen } from "../../../open.ts";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { EndedKeys } from "./ended-keys.tsx";
import { MAKE_KEY } from "./key-actions.tsx";
import { KeyTable } from "./key-table.tsx";
import type { Key } from "./key.ts";
import { NewKeyDialog } from "./new-key.tsx";
import { RevokeKeyDialog } from "./revoke-key.tsx";
import { RotateKeyDialog } from "./rotate-key.tsx";

export function Keys() {
  const team = useTeam();
  const keys = useOfTeam(team, "GET /api/teams/:team/keys", {});
  const { open } = useOpen();
  const isEmpty = keys.data?.keys.length === 0;
  return (
    <Section
      actions={isEmpty ? undefined : <MakeKey />}
      hint={leads(team) ? EVERYBODYS : OWN}
      id="keys"
      title="API keys"
    >
      <Answer query={keys} what="the API keys">
        {({ keys }) => (keys.length === 0 ? <NoKeys /> : <KeyLists keys={keys} />)}
      </Answer>
      {open === "new-key" ? <NewKeyDialog /> : null}
      <DialogOfKey keys={keys.data?.keys ?? []} />
    </Section>
  );
}

const EVERYBODYS = "All keys of the team. You can revoke any, and rotate your own.";
const OWN = "Your own keys. Owners and admins of the team see them too, and can revoke them.";

function MakeKey() {
  const { show } = useOpen();
  return (
    <Button id={MAKE_KEY} kind="primary" onClick={() => show("new-key")}>
      Make an API key
    </Button>
  );
}

function NoKeys() {
  return (
    <Empty action={<MakeKey />} title="No API keys yet">
      <p>
        A key lets a program work in this team as you: a script, or an assistant that cannot sign
        in. Most assistants need none: they send you here to allow them.{" "}
        <Link className="inline-block underline" to="/connect">
          Connect an assistant
        </Link>
      </p>
    </Empty>
  );
}

function KeyLists({ keys }: { readonly keys: readonly Key[] }) {
  const rows = keys.map((key) => ({
    key,
    successor: keys.find(({ id }) => id === key.replacedBy),
  }));
  const active = rows.filter(({ key }) => key.state === "active");
  const ended = rows.filter(({ key }) => key.state !== "active");
  return (
    <>
      {active.length === 0 ? (
        <p className="text-ink2">No key works now.</p>
      ) : (
        <KeyTable caption="API keys" rows={active} />
      )}
      {ended.length === 0 ? null : <EndedKeys rows={ended} />}
    </>
  );
}

function DialogOfKey({ keys }: { readonly keys: readonly Key[] }) {
  const { open, about } = useOpen();
  const key = keys.find((key) => key.id === about);
  if (key === undefined) return null;
  if (open === "rotate") return <RotateKeyDialog of={key} />;
  return open === "revoke" ? <RevokeKeyDialog keys={keys} of={key} /> : null;
}
