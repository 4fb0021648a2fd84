import { useEffect, useRef } from "react";
import { Button } from "../../../components/button.tsx";
import { CopyButton, Snippet } from "../../../components/copy.tsx";
import { Notice } from "../../../components/status.tsx";
import { exactly } from "../../../moments.ts";
import { useMe } from "../../../queries.ts";
import { shortKey } from "./key-words.ts";
import type { Key, Minted } from "./key.ts";

type SecretProps = {
  readonly minted: Minted;
  /** True after an attempt to leave before the secret was saved. */
  readonly isHeld: boolean;
  readonly onCopied: () => void;
  readonly onSaved: () => void;
};

export function Secret({ minted: { key, secret, old }, isHeld, onCopied, onSaved }: SecretProps) {
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
        className="min-h-11 w-full rounded-control border border-edge bg-sunken px-3 font-mono text-section sm:min-h-9 sm:text-body"
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
      {end === null ? "no longer works." : `works until ${exactly(end, timeZone)}.`}
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
