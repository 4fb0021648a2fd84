import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentType, Fragment } from "react";
import { ButtonLink } from "../../components/button.tsx";
import { CopyButton, Snippet } from "../../components/copy.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Reach } from "../../components/reach.tsx";
import { Notice, Status } from "../../components/status.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { When } from "../../components/when.tsx";
import { useMe } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import {
  ChatGptSteps,
  ClaudeCodeSteps,
  ClaudeSteps,
  CurlSteps,
  CursorSteps,
  GeminiCliSteps,
  ReceiptSteps,
  VsCodeSteps,
} from "./clients.tsx";
import { type Connection, hasConnected } from "./connection.ts";
import { Connections } from "./connections.tsx";
import { LiveCheck } from "./live-check.tsx";
import { type ServerReach, reachOf, serverName } from "./server.ts";
import { useGivenKey, OtherWay, type StepsProps } from "./steps.tsx";

export function Connect() {
  const { server, teams } = useMe();
  const team = useTeam();
  const given = useGivenKey();
  const url = `${server.baseUrl}/mcp`;
  return (
    <Page
      lead={
        <>
          An assistant works for <bdi>{team.name}</bdi> through this server’s address, with what you
          allow it. Choose yours, and follow its steps.
        </>
      }
      title="Connect"
    >
      <Address url={url} />
      <Clients
        baseUrl={server.baseUrl}
        given={given}
        reach={reachOf(server.baseUrl)}
        server={{ name: serverName(team, teams.length), url }}
      />
      <Connected />
      <Trouble baseUrl={server.baseUrl} />
    </Page>
  );
}

function Address({ url }: { readonly url: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="text-ink2" id="address">
        Address
      </span>
      <code aria-labelledby="address" className="min-w-0 font-mono font-medium break-all">
        {url}
      </code>
      <CopyButton label="Copy address" text={url} />
    </div>
  );
}

function Clients({ baseUrl, ...steps }: StepsProps & { readonly baseUrl: string }) {
  const { chosen, choose } = useChosenClient(steps.reach);
  return (
    <Tabs chosen={chosen} label="Assistants" onChoose={choose} tabs={CLIENTS}>
      <div className="grid max-w-settings gap-5">
        <ReachNotice baseUrl={baseUrl} client={chosen} reach={steps.reach} />
        <chosen.Steps {...steps} />
        <LiveCheck />
      </div>
    </Tabs>
  );
}

function useChosenClient(reach: ServerReach) {
  const { client: asked } = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosen = CLIENTS.find(({ id }) => id === asked) ?? firstThatReaches(reach);
  const choose = (client: string) =>
    void navigate({ to: "/connect", search: { client }, resetScroll: false });
  return { chosen, choose } as const;
}

type ReachNoticeProps = {
  readonly baseUrl: string;
  readonly reach: ServerReach;
  readonly client: Client;
};

function ReachNotice({ baseUrl, reach, client }: ReachNoticeProps) {
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

type Client = {
  readonly id: string;
  readonly label: string;
  /** Provider whose servers call ours; null if the user's own machine does. */
  readonly callsFrom: string | null;
  readonly Steps: ComponentType<StepsProps>;
};

/** Likeliest client that can call a server at such an address. */
function firstThatReaches(reach: ServerReach): Client {
  const reaches = CLIENTS.find(({ callsFrom }) => callsFrom === null || reach === "internet");
  return reaches ?? CLIENTS[0];
}

/** Clients with instructions, the likeliest first. */
const CLIENTS: readonly [Client, ...Client[]] = [
  { id: "claude", label: "Claude", callsFrom: "Anthropic’s servers", Steps: ClaudeSteps },
  { id: "claude-code", label: "Claude Code", callsFrom: null, Steps: ClaudeCodeSteps },
  { id: "chatgpt", label: "ChatGPT", callsFrom: "OpenAI’s servers", Steps: ChatGptSteps },
  { id: "cursor", label: "Cursor", callsFrom: null, Steps: CursorSteps },
  { id: "vs-code", label: "VS Code", callsFrom: null, Steps: VsCodeSteps },
  { id: "gemini-cli", label: "Gemini CLI", callsFrom: null, Steps: GeminiCliSteps },
  { id: "curl", label: "curl", callsFrom: null, Steps: CurlSteps },
  { id: "receipts", label: "Phone or scanner", callsFrom: null, Steps: ReceiptSteps },
];

const DOCTOR = "npm run --silent admin -- doctor";

function Trouble({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <Section
      hint="This command finds most causes. Run it on the server: it sends an assistant’s requests, and names each problem with its fix."
      id="trouble"
      title="Troubleshooting"
    >
      <div className="max-w-settings">
        <Snippet label="Copy command" text={DOCTOR} what="Command that checks the server" />
      </div>
      <div className="border-b border-line">
        <OtherWay title="Claude or ChatGPT cannot reach the server, or gets no answer">
          <p>
            They call from their own servers. Open {baseUrl}/healthz on a phone outside your
            network: if that fails too, the address is not public or a firewall blocks it.
          </p>
          <p>
            Put the server behind a public https address, or use a program on your own computer.
          </p>
        </OtherWay>
        <OtherWay title="The sign-in page does not open, or does not return to the assistant">
          <p>
            The address in your browser must begin with {baseUrl}. If it does not, set BASE_URL to
            the server’s real address, and restart the server.
          </p>
          <p>
            If the page says that the app cannot be connected, remove the server from the assistant
            and add it again.
          </p>
        </OtherWay>
        <OtherWay title="The assistant reports 401, or Unauthorized">
          <p>
            Its key was rotated, has expired, was revoked, or was not copied completely. Compare the
            last four characters with the keys under{" "}
            <Link className="underline" hash="keys" to="/settings/developer">
              Settings → Developer
            </Link>
            .
          </p>
          <p>
            If it signs in without a key, it was disconnected or not used for 30 days: sign in again
            from the assistant.
          </p>
        </OtherWay>
      </div>
    </Section>
  );
}

const EVERY_MS = 10_000;

function Connected() {
  const team = useTeam();
  return (
    <Section
      actions={<ButtonLink to="/settings/developer">Manage keys and apps</ButtonLink>}
      hint={
        leads(team)
          ? "All keys and apps of the team."
          : "Your own keys and apps. Owners and admins see all of the team."
      }
      id="connected"
      title="Connected keys and apps"
    >
      <Connections everyMs={EVERY_MS}>
        {(connections) => <Used connections={connections} />}
      </Connections>
    </Section>
  );
}

function Used({ connections }: { readonly connections: readonly Connection[] }) {
  const used = connections.filter(hasConnected);
  const unused = connections.filter((connection) => !hasConnected(connection));
  return (
    <>
      {used.length === 0 ? (
        <p className="text-ink2">Apps that you allow and keys that have called appear here.</p>
      ) : (
        <ConnectionTable caption="Connected keys and apps" connections={used} />
      )}
      {unused.length === 0 ? null : (
        <p className="text-ink2">
          Never used:{" "}
          {unused.map(({ id, name }, index) => (
            <Fragment key={id}>
              {index === 0 ? null : ", "}
              <Link className="inline-block min-h-6 underline" hash="keys" to="/settings/developer">
                <bdi>{name}</bdi>
              </Link>
            </Fragment>
          ))}
        </p>
      )}
    </>
  );
}

type ConnectionTableProps = {
  readonly caption: string;
  readonly connections: readonly Connection[];
};

function ConnectionTable({ caption, connections }: ConnectionTableProps) {
  return <Table caption={caption} columns={COLUMNS} keyOf={({ id }) => id} rows={connections} />;
}

const COLUMNS: readonly Column<Connection>[] = [
  {
    title: "Key or app",
    isHeader: true,
    narrow: "first",
    cell: (connection) => <Name connection={connection} />,
  },
  { title: "Can do now", cell: ({ opens }) => <Reach opens={opens} /> },
  {
    title: "Held by",
    cell: ({ holder }) => (holder.isYou ? "You" : <bdi>{holder.name}</bdi>),
  },
  { title: "Last call", cell: (connection) => <LastCall connection={connection} /> },
  {
    title: "Ends",
    cell: ({ expiresAt }) => (expiresAt === null ? "Never" : <When at={expiresAt} />),
  },
  { title: "Access", narrow: "plain", cell: (connection) => <End connection={connection} /> },
];

function Name({ connection: { name, what, isUnverified } }: { readonly connection: Connection }) {
  return (
    <span className="grid justify-items-start gap-0.5">
      <bdi className="font-medium">{name}</bdi>
      <bdi className="font-normal text-ink2">{what}</bdi>
      {isUnverified ? <Status tone="warn">Unverified</Status> : null}
    </span>
  );
}

function End({ connection: { kind, id, name } }: { readonly connection: Connection }) {
  const isKey = kind === "key";
  return (
    <Link
      className="inline-flex min-h-11 items-center underline sm:min-h-6"
      search={{ open: isKey ? "revoke" : "disconnect", id }}
      to="/settings/developer"
    >
      {isKey ? "Revoke" : "Disconnect"}
      <span className="sr-only">
        {" "}
        <bdi>{name}</bdi>
      </span>
    </Link>
  );
}

function LastCall({ connection }: { readonly connection: Connection }) {
  const { kind, id, name, lastUsedAt, lastUsedBy } = connection;
  if (lastUsedAt === null) return "none yet";
  return (
    <>
      <Link
        className="inline-block underline max-sm:-my-3 max-sm:py-3"
        search={{ credential: `${kind}:${id}` }}
        to="/calls"
      >
        <span className="sr-only">
          Calls of <bdi>{name}</bdi>, the last{" "}
        </span>
        <When at={lastUsedAt} />
      </Link>
      {lastUsedBy === null ? null : (
        <>
          {" by "}
          <bdi>{lastUsedBy}</bdi>
        </>
      )}
    </>
  );
}
