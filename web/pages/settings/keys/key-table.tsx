import { type Column, Table } from "../../../components/table.tsx";
import { leads, useTeam } from "../../../team.tsx";
import { KeyActions } from "./key-actions.tsx";
import { Access, CreatedBy, Ended, Expiry, LastUse, Name } from "./key-cells.tsx";
import type { Key } from "./key.ts";

/** A key, and its successor if it was rotated. */
export type KeyRow = { readonly key: Key; readonly successor: Key | undefined };

type KeyTableProps = {
  readonly caption: string;
  readonly rows: readonly KeyRow[];
  readonly areEnded?: boolean;
};

export function KeyTable({ caption, rows, areEnded = false }: KeyTableProps) {
  return (
    <Table
      actions={actions}
      caption={caption}
      columns={[
        NAME,
        ACCESS,
        ...(leads(useTeam()) ? [CREATED_BY] : []),
        LAST_USED,
        areEnded ? ENDED : EXPIRES,
      ]}
      isQuiet={() => areEnded}
      keyOf={({ key }) => key.id}
      rows={rows}
    />
  );
}

const actions = ({ key }: KeyRow) => <KeyActions of={key} />;

const NAME: Column<KeyRow> = {
  title: "Name",
  cell: ({ key }) => <Name of={key} />,
  narrow: "first",
  isHeader: true,
  width: "w-3/12",
};
const ACCESS: Column<KeyRow> = {
  title: "Access",
  cell: ({ key }) => <Access of={key} />,
  width: "w-2/12",
};
const CREATED_BY: Column<KeyRow> = {
  title: "Created by",
  cell: ({ key }) => <CreatedBy of={key} />,
  width: "w-2/12",
};
const LAST_USED: Column<KeyRow> = {
  title: "Last used",
  cell: ({ key }) => <LastUse of={key} />,
  width: "w-2/12",
};
const EXPIRES: Column<KeyRow> = {
  title: "Expires",
  cell: ({ key, successor }) => <Expiry of={key} successor={successor} />,
};
const ENDED: Column<KeyRow> = {
  title: "Ended",
  cell: ({ key, successor }) => <Ended of={key} successor={successor} />,
};
