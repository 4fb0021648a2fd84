import { useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { shortKey } from "../../../access.ts";
import { Button } from "../../../components/button.tsx";
import { CopyButton, Snippet } from "../../../components/copy.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Notice } from "../../../components/status.tsx";
import { exactTime } from "../../../dates.ts";
import { firstOnPage } from "../../../focus.ts";
import { Choices } from "../../../form/choices.tsx";
import { Form } from "../../../form/form.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useOpen } from "../../../open.ts";
import { useMe, useNow } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { AccessChoice, EXPIRY, ExpiryChoice, Unlocks } from "./key-access.tsx";
import { actionsId, type Key, MAKE_KEY, type Minted } from "./key.ts";

const PRESET = "read";

export function NewKeyDialog() {
  const team = useTeam();
  return (
    <MintDialog
      description="It acts as you in this team, until it expires or is revoked."
      opener={MAKE_KEY}
      title="Make an API key"
    >
      {(parts) => (
        <Form
          {...parts}
          foot={({ values: { preset = PRESET, scopes = [] } }) => (
            <Unlocks access={{ preset, scopes }} />
          )}
          given={{ team: team.id }}
          initial={{ name: "", preset: PRESET, expiresInDays: EXPIRY }}
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
      )}
    </MintDialog>
  );
}

/** Hours for which the old key keeps working. */
const OVERLAPS = [
  { hours: 0, label: "At once", why: "For a key that may have leaked." },
  { hours: 1, label: "In 1 hour", why: null },
  { hours: 24, label: "In 24 hours", why: null },
  { hours: 168, label: "In 7 days", why: null },
] as const;

/** Replaces a key's secret; name and access stay. */
export function RotateKeyDialog({ of: key }: { readonly of: Key }) {
  const team = useTeam();
  const now = useNow();
  const { timeZone } = useMe().user;
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
      {(parts) => (
        <Form
          {...parts}
          given={{ team: team.id, id: key.id }}
          initial={{ overlapHours: 24 }}
          route="POST /api/teams/:team/keys/:id/rotate"
          submit="Rotate the key"
        >
          {({ field }) => (
            <Choices
              choices={OVERLAPS.map(({ hours, label, why }) => ({
                value: hours,
                label,
                hint: why ?? `${exactTime(endAfter(key, hours, now), timeZone)}.`,
              }))}
              field={field("overlapHours")}
              label="The old key ends"
            />
          )}
        </Form>
      )}
    </MintDialog>
  );
}

/** Never later than its own expiry. */
function endAfter({ expiresAt }: Key, hours: number, now: string): string {
  const end = new Date(Date.parse(now) + hours * 60 * 60 * 1000).toISOString();
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
}

type FormParts = {
  readonly before: ReactNode;
  readonly changes: readonly [];
  readonly onDone: (minted: Minted) => void;
};

type MintDialogProps = {
  readonly title: string;
  readonly description: ReactNode;
  /** Id of the element that regains the focus on cancel. */
  readonly opener: string;
  readonly children: (parts: FormParts) => ReactNode;
};

function MintDialog({ title, description, opener, children }: MintDialogProps) {
  const { hide } = useOpen();
  const [minted, setMinted] = useState<Minted | null>(null);
  const queries = useQueryClient();
  const guard = useGuard(minted !== null, hide);
  const row = minted === null ? undefined : actionsId(minted.key.id);
  return (
    <Dialog
      description={minted === null ? description : undefined}
      finalFocus={() => firstOnPage(row, opener)}
      isGuarded={guard.isGuarded}
      isOpen
      onClose={hide}
      onHeld={guard.hold}
      size="wide"
      title={minted === null ? title : "Save the key now"}
    >
      {minted === null ? (
        children({
          before: <Button onClick={hide}>Cancel</Button>,
          changes: [],
          onDone: (minted) => {
            // Set before anything else, so that the secret is shown even if a refetch fails.
            setMinted(minted);
            void queries.invalidateQueries();
          },
        })
      ) : (
        <Secret
          isHeld={guard.isHeld}
          minted={minted}
          onCopied={guard.copied}
          onSaved={guard.saved}
        />
      )}
    </Dialog>
  );
}

/**
 * Blocks closing the dialog, the page and the tab until a secret that is shown once was copied or
 * confirmed as saved.
 */
function useGuard(isShown: boolean, onSaved: () => void) {
  const [state, setState] = useState<"unsaved" | "copied" | "saved">("unsaved");
  const [isHeld, setIsHeld] = useState(false);
  const isGuarded = isShown && state === "unsaved";
  const hold = () => setIsHeld(true);
  useBlocker({
    shouldBlockFn: () => {
      if (isGuarded) hold();
      return isGuarded;
    },
    enableBeforeUnload: () => isGuarded,
  });
  // Closes after rendering: the blocker above would stop the change of address before.
  useEffect(() => {
    if (state === "saved") onSaved();
    // Runs once per state: onSaved is a new function on each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state]);
  return {
    isGuarded,
    /** True after an attempt to leave. */
    isHeld: isHeld && isGuarded,
    hold,
    copied: () => setState("copied"),
    saved: () => setState("saved"),
  } as const;
}

type SecretProps = {
  readonly minted: Minted;
  readonly isHeld: boolean;
  readonly onCopied: () => void;
  readonly onSaved: () => void;
};

function Secret({ minted: { key, secret, old }, isHeld, onCopied, onSaved }: SecretProps) {
  return (
    <div className="grid gap-5">
      <fieldset className="grid gap-2">
        <legend className="mb-2 max-w-measure">
          The key of <bdi className="font-medium">{key.name}</bdi> is shown this once. The server
          keeps no copy of it, so nobody can show it again.
        </legend>
        <SecretField onCopied={onCopied} secret={secret} />
      </fieldset>
      {old === undefined ? null : <OldKey of={old} />}
      {isHeld ? (
        <div role="alert">
          <Notice title="The key is not saved yet" tone="warn">
            Copy it, or press “I have saved it”. When this closes it is gone.
          </Notice>
        </div>
      ) : null}
      <Trial secret={secret} />
      <div>
        <Button onClick={onSaved}>I have saved it</Button>
      </div>
    </div>
  );
}

type SecretFieldProps = { readonly secret: string; readonly onCopied: () => void };

function SecretField({ secret, onCopied }: SecretFieldProps) {
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => copy.current?.focus(), []);
  return (
    <>
      <input
        aria-label="API key"
        className="text-box w-full bg-sunken font-mono sm:text-body"
        onCopy={onCopied}
        onFocus={(event) => event.currentTarget.select()}
        readOnly
        spellCheck={false}
        value={secret}
      />
      <div>
        <CopyButton kind="primary" label="Copy key" onCopied={onCopied} ref={copy} text={secret} />
      </div>
    </>
  );
}

function OldKey({ of: key }: { readonly of: Key }) {
  const { timeZone } = useMe().user;
  const end = key.state === "active" ? key.expiresAt : null;
  return (
    <p>
      The old key, <code className="font-mono">{shortKey(key)}</code>,{" "}
      {end === null ? "no longer works." : `works until ${exactTime(end, timeZone)}.`}
    </p>
  );
}

function Trial({ secret }: { readonly secret: string }) {
  const { baseUrl } = useMe().server;
  return (
    <section aria-labelledby="try-it" className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-medium" id="try-it">
        Try it in a terminal
      </h3>
      <Snippet label="Copy command" text={curlOf(baseUrl, secret)} what="Command" />
    </section>
  );
}

/** Command to try the key: it reads the newest customer. */
function curlOf(baseUrl: string, secret: string): string {
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "customers_list", arguments: { limit: 1 } },
  };
  return `curl -sS -w '\\n' ${baseUrl}/mcp -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' -d '${JSON.stringify(message)}'`;
}
