import { Table } from "../../../components/table.tsx";
import type { Preview } from "./sent-file.ts";

/** Lines that are no booking. */
export function leftOutOf({ accounts }: Preview): number {
  return accounts.reduce((sum, { infos }) => sum + infos.length, 0);
}

export function LeftOut({ preview }: { readonly preview: Preview }) {
  const infos = preview.accounts.flatMap(({ id, infos }) => infos.map((info) => ({ ...info, id })));
  return (
    <>
      <p className="text-ink2">Balances, zero amounts and declined payments are no bookings.</p>
      <Table
        caption="Lines that are left out"
        columns={[
          {
            title: "Line",
            isHeader: true,
            narrow: "first",
            cell: ({ line }) => `Line ${line.toLocaleString("en-GB")}`,
          },
          {
            title: "Text",
            narrow: "plain",
            cell: ({ text }) => <bdi className="wrap-anywhere">{text}</bdi>,
          },
        ]}
        keyOf={({ id, line, text }) => `${id} ${line} ${text}`}
        rows={infos}
      />
    </>
  );
}
