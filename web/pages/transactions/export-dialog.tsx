import { useState } from "react";
import { Button, ButtonAnchor } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { say, toastRefusal } from "../../components/toast.tsx";
import { Choices } from "../../form/choices.tsx";
import { DayField } from "../../form/day-field.tsx";
import { looseField } from "../../form/field.ts";
import { useListAddress } from "../../list/address.ts";
import { counted } from "../../numbers.ts";
import { useOfTeam, useRefetch } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import {
  type Format,
  EXPORT_FORMATS,
  type Reader,
  EXPORT_READERS,
  saveMarked,
} from "./export-file.ts";
import { sumsOf } from "./sums.ts";
import { TRANSACTIONS } from "./transaction-list.tsx";
import { TRANSACTION_CHANGES, transactionFilter } from "./transaction.ts";

const LIST = "GET /api/teams/:team/transactions";

/** Saves the transactions that the filters of the list show as a file. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const team = useTeam();
  const { values } = useListAddress(TRANSACTIONS);
  const [from, setFrom] = useState(values["from"] ?? null);
  const [to, setTo] = useState(values["to"] ?? null);
  const [format, setFormat] = useState<Format>("csv");
  const [reader, setReader] = useState<Reader>("list");
  const [isBusy, setIsBusy] = useState(false);
  const refetch = useRefetch(TRANSACTION_CHANGES);
  const { from: _from, to: _to, ...others } = transactionFilter(values);
  const filter = {
    ...others,
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
  const { data, error } = useOfTeam(team, LIST, { ...filter, limit: 1 });
  const totals = data?.totals ?? null;
  const count = totals?.count ?? 0;
  const sort = values["sort"] === "date" ? ("date" as const) : ("-date" as const);
  const asked = {
    ...filter,
    sort,
    format,
    for: reader === "list" ? ("list" as const) : ("accountant" as const),
  };
  const mark = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const saved = await toastRefusal(async () => saveMarked({ ...asked, team: team.id, count }));
    setIsBusy(false);
    if (saved === null) return;
    onClose();
    const words = `${counted(count, "transaction")} in the file. `;
    if (saved.event === null) say(`${words}None were left to be marked.`);
    else
      sayWithUndo(`${words}The posted and completed ones are marked as exported.`, {
        team: team.id,
        event: saved.event,
        after: refetch,
      });
    await refetch();
  };
  return (
    <Dialog isOpen onClose={onClose} title="Export transactions">
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField field={looseField("export-from", from, setFrom)} isOptional label="From" />
        <DayField field={looseField("export-to", to, setTo)} isOptional label="To, inclusive" />
      </div>
      <Choices
        choices={EXPORT_READERS}
        field={looseField("reader", reader, setReader)}
        label="For whom"
      />
      <Choices
        choices={EXPORT_FORMATS}
        field={looseField("format", format, setFormat)}
        label="Format"
      />
      <p aria-live="polite" className="text-ink2">
        {totals === null
          ? (error?.message ?? "Counting…")
          : [
              `${counted(count, "transaction")}, with the filters of the list.`,
              ...(totals.by_currency.length === 0
                ? []
                : [`Total: ${sumsOf(totals.by_currency).join(" ")}.`]),
            ].join(" ")}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose}>Cancel</Button>
        {reader === "marked" ? (
          <Button
            aria-disabled={count === 0 || undefined}
            isBusy={isBusy}
            kind="primary"
            onClick={() => (count === 0 ? undefined : void mark())}
          >
            Export and mark {counted(count, "transaction")}
          </Button>
        ) : (
          <ButtonAnchor href={hrefOf(team.id, asked)} kind="primary">
            Export {totals === null ? "transactions" : counted(count, "transaction")}
          </ButtonAnchor>
        )}
      </div>
    </Dialog>
  );
}

function hrefOf(team: string, asked: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `/api/teams/${team}/transactions/file?${query.toString()}`;
}
