import { Link } from "@tanstack/react-router";
import { Reach } from "../../components/reach.tsx";
import { Status } from "../../components/status.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { When } from "../../components/when.tsx";
import type { Connection } from "./connection.ts";

type ConnectionTableProps = {
  readonly caption: string;
  readonly connections: readonly Connection[];
};

export function ConnectionTable({ caption, connections }: ConnectionTableProps) {
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

/** Opens the question on the page that manages keys and apps. */
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
