import { Tabs } from "@base-ui/react/tabs";
import { type ReactNode, useId, useState } from "react";
import { Table } from "../../../components/table.tsx";
import { counted } from "../../../numbers.ts";
import {
  type Action,
  ACTION_WORDS,
  actionCount,
  type Decisions,
  isPlanned,
  MOST_TICKS,
  type Tick,
} from "./plan.ts";
import { RowTable } from "./row-table.tsx";
import type { PlannedRow, Preview } from "./sent-file.ts";

type PlanTabsProps = {
  readonly preview: Preview;
  readonly decisions: Decisions;
  readonly onTick: (row: PlannedRow, tick: Tick) => void;
  readonly onAll: (
    of: { readonly action: string; readonly rows: readonly PlannedRow[] },
    isTaken: boolean,
  ) => void;
  readonly onSkip: (isSkipped: boolean) => void;
};

type Tab = {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly content: ReactNode;
};

/** Rows of the file by their action. Those that need eyes come first. */
export function PlanTabs({ preview, decisions, onTick, onAll, onSkip }: PlanTabsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const tabs: readonly Tab[] = [
    {
      id: "errors",
      label: "Errors",
      count: preview.errors.count,
      content: (
        <RowErrors errors={preview.errors} isSkipped={decisions.skipsErrors} onSkip={onSkip} />
      ),
    },
    ...ACTION_WORDS.map(({ action, label, hint }) => ({
      id: action,
      label,
      count: actionCount(preview, action),
      content: (
        <RowsOf
          action={action}
          decisions={decisions}
          hint={hint}
          onAll={onAll}
          onTick={onTick}
          preview={preview}
        />
      ),
    })),
    {
      id: "left-out",
      label: "Left out",
      count: preview.accounts.reduce(
        (sum, { infos, more_infos }) => sum + infos.length + more_infos,
        0,
      ),
      content: <LeftOut preview={preview} />,
    },
  ].filter(({ count }) => count > 0);
  const [first] = tabs;
  if (first === undefined && preview.other_accounts.length > 0) return null;
  if (first === undefined) return <p className="text-ink2">The file has no rows.</p>;
  const value = tabs.some(({ id }) => id === chosen) ? chosen : first.id;
  return (
    <Tabs.Root className="grid gap-4" onValueChange={(id) => setChosen(String(id))} value={value}>
      <Tabs.List
        aria-label="Rows of the file"
        className="flex flex-wrap gap-x-1 border-b border-line"
      >
        {tabs.map(({ id, label, count }) => (
          <Tabs.Tab className="tab px-3" key={id} value={id}>
            {label}{" "}
            <span className="font-normal tabular-nums">{count.toLocaleString("en-GB")}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel className="grid gap-4" key={id} value={id}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

type RowsOfProps = Pick<PlanTabsProps, "preview" | "decisions" | "onTick" | "onAll"> & {
  readonly action: Action;
  readonly hint: string;
};

/** Tells the bound of choices once it comes near. */
function boundWords(chosen: number): string | null {
  if (chosen >= MOST_TICKS)
    return `You have changed ${MOST_TICKS} rows, the most for one import. The other boxes are locked; the one above all rows is not.`;
  const left = MOST_TICKS - chosen;
  return left > 50 ? null : `You can change ${counted(left, "more row")} in this import.`;
}

function RowsOf({ preview, decisions, action, hint, onTick, onAll }: RowsOfProps) {
  const accounts = preview.accounts
    .map((account) => ({ account, rows: account.rows.filter((row) => row.action === action) }))
    .filter(({ rows }) => rows.length > 0);
  const unseen = preview.accounts.reduce((sum, { more_rows }) => sum + more_rows, 0);
  return (
    <>
      <p className="text-ink2">{hint}</p>
      {/* Always there, so that screen readers hear it. */}
      <output className="max-w-measure text-warn empty:hidden">
        {boundWords(decisions.ticks.size)}
      </output>
      <AllRows
        count={actionCount(preview, action)}
        decisions={decisions}
        of={{ action, rows: accounts.flatMap(({ rows }) => rows) }}
        onAll={onAll}
      />
      {accounts.map(({ account, rows }) => (
        <div className="grid gap-2" key={account.id}>
          {accounts.length === 1 ? null : (
            <h3 className="font-semibold">
              <bdi>{account.name}</bdi>
            </h3>
          )}
          <RowTable account={account} decisions={decisions} onTick={onTick} rows={rows} />
        </div>
      ))}
      {unseen === 0 || (action !== "new" && action !== "duplicate") ? null : (
        <p className="text-ink2">
          The preview lists the first 1,000 rows of an account. The other{" "}
          {unseen.toLocaleString("en-GB")} follow the plan and cannot be changed one by one.
        </p>
      )}
    </>
  );
}

function LeftOut({ preview }: { readonly preview: Preview }) {
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

type AllRowsProps = {
  readonly count: number;
  readonly decisions: Decisions;
  readonly of: { readonly action: Action; readonly rows: readonly PlannedRow[] };
  readonly onAll: PlanTabsProps["onAll"];
};

/** One box for all rows of an action, also for those that the preview does not list. */
function AllRows({ count, decisions, of, onAll }: AllRowsProps) {
  if (count < 2 || of.action === "duplicate") return null;
  const changed = of.rows.filter(({ at }) => decisions.ticks.has(at)).length;
  return (
    <Tickbox isTicked={isPlanned(of.action, decisions)} onTick={(isTicked) => onAll(of, isTicked)}>
      Import all {count.toLocaleString("en-GB")}
      {changed === 0 ? "" : `, but for ${counted(changed, "row")} changed below`}
    </Tickbox>
  );
}

type TickboxProps = {
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
  readonly children: ReactNode;
};

function Tickbox({ isTicked, onTick, children }: TickboxProps) {
  const id = useId();
  return (
    <label
      className="flex min-h-6 cursor-pointer items-center max-sm:min-h-11 gap-2 font-medium"
      htmlFor={id}
    >
      <input
        checked={isTicked}
        className="size-4 accent-accent"
        id={id}
        onChange={({ target }) => onTick(target.checked)}
        type="checkbox"
      />
      {children}
    </label>
  );
}

type RowErrorsProps = {
  readonly errors: Preview["errors"];
  readonly isSkipped: boolean;
  readonly onSkip: PlanTabsProps["onSkip"];
};

/** Rows that cannot be read. They stop the import until they are left out. */
function RowErrors({ errors: { count, first }, isSkipped, onSkip }: RowErrorsProps) {
  return (
    <>
      <Tickbox isTicked={isSkipped} onTick={onSkip}>
        Skip {counted(count, "row")} that cannot be read
      </Tickbox>
      <Table
        caption="Rows that cannot be read"
        columns={[
          {
            title: "Line",
            isHeader: true,
            narrow: "first",
            cell: ({ line, column }) => (
              <>
                Line {line.toLocaleString("en-GB")}
                {column === null ? null : (
                  <>
                    , <bdi>{column}</bdi>
                  </>
                )}
              </>
            ),
          },
          {
            title: "Text",
            narrow: "plain",
            cell: ({ text }) => <bdi className="wrap-anywhere">{text}</bdi>,
          },
          { title: "Why", narrow: "plain", cell: ({ why }) => why },
        ]}
        keyOf={({ line, column, text }) => `${line} ${column ?? ""} ${text}`}
        rows={first}
      />
      {count > first.length ? (
        <p className="text-ink2">
          And {(count - first.length).toLocaleString("en-GB")} more. Are the columns read as they
          are meant?
        </p>
      ) : null}
    </>
  );
}
