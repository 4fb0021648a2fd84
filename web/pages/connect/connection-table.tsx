import { Link } from "@tanstack/react-router";
import { Status } from "../../components/status.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { When } from "../../components/when.tsx";
import { Reach } from "../settings/reach.tsx";
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
