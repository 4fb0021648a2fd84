import { Notice } from "../../components/status.tsx";
import type { Client } from "./clients.ts";
import type { Reach } from "./reach.ts";

type ReachNoticeProps = {
  readonly baseUrl: string;
  readonly reach: Reach;
  readonly client: Client;
};

/** What the server's address means for a client: who can call it from where, and how safely. */
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
      <Notice title="What is sent to this address can be read on its way" tone="warn">
        <p>
          {baseUrl} is not encrypted: keys, tokens and your books pass in the clear, and most
          assistants refuse to sign in there.
        </p>
        <p>{PUBLISH}</p>
      </Notice>
    );
  return (
    <Notice tone="quiet">
      <p>{ONLY_HERE[reach]}</p>
    </Notice>
  );
}

const WHY_NOT = {
  computer: "is an address that only this computer knows",
  network: "is an address that only your own network knows",
  "in the clear": "is not encrypted: it calls https addresses only",
} as const;

const ONLY_HERE = {
  computer: "This address works on the computer that the server runs on, and nowhere else.",
  network: "This address works within your own network, and nowhere else.",
  "in the clear": "",
} as const;

const PUBLISH =
  "Whoever runs the server puts a proxy or a tunnel with a certificate in front of it, sets BASE_URL to its https address, and starts the server again. This page then shows that address.";
