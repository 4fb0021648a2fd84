import { Notice } from "../../components/status.tsx";
import type { Client } from "./clients.ts";
import type { Reach } from "./reach.ts";

type ReachNoticeProps = {
  readonly baseUrl: string;
  readonly reach: Reach;
  readonly client: Client;
};

/** Tells from where the server's address can be reached, and warns of plain http. */
export function ReachNotice({ baseUrl, reach, client }: ReachNoticeProps) {
  const { label, callsFrom } = client;
  if (reach === "internet") return null;
  if (callsFrom !== null)
    return (
      <Notice title={`${label} cannot reach this server yet`} tone="warn">
        <p>
          {label} calls from {callsFrom}, and {baseUrl} {WHY_NOT[reach]}.
        </p>
        <p>{PUBLISH}</p>
      </Notice>
    );
  if (baseUrl.startsWith("http:") && reach !== "computer")
    return (
      <Notice title="Connections to this address are not encrypted" tone="warn">
        <p>
          Keys, tokens and your books are sent to {baseUrl} in clear text, and most assistants
          refuse to sign in there.
        </p>
        <p>{PUBLISH}</p>
      </Notice>
    );
  return (
    <Notice tone="warn">
      <p>{ONLY_HERE[reach]}</p>
      <p>{PUBLISH}</p>
    </Notice>
  );
}

const WHY_NOT = {
  computer: "works only on the computer that the server runs on",
  network: "works only within your own network",
  "in the clear": "is not encrypted: it calls https addresses only",
} as const;

const ONLY_HERE = {
  computer: "This address works only on the computer that the server runs on.",
  network: "This address works only within your own network.",
  "in the clear": "",
} as const;

const PUBLISH =
  "The server’s administrator can put a proxy or tunnel with a certificate in front of it, set BASE_URL to the https address, and restart it. This page then shows that address.";
