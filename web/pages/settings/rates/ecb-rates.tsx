import { useRef, useState } from "react";
import type { Problem } from "../../../../src/api/problem.ts";
import type { Uploads } from "../../../../src/api/routes.ts";
import { type Output, Refused } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { DeleteDialog } from "../../../components/delete-dialog.tsx";
import { Notice, Reference } from "../../../components/status.tsx";
import { When } from "../../../components/when.tsx";
import { shortDay } from "../../../dates.ts";
import { upload } from "../../../files.ts";
import { counted } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useRefetch } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { RATE_CHANGES } from "./own-rates.tsx";

export type Rates = Output<"GET /api/teams/:team/rates">;

export function Source({ rates }: { readonly rates: Rates }) {
  const { source, currencies, fetch } = rates;
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <dt className="text-ink2">Source</dt>
        <dd>
          <a href={source.url} rel="noreferrer" target="_blank">
            {source.name}
          </a>
        </dd>
        {fetch === null ? null : (
          <>
            <dt className="text-ink2">Fetched</dt>
            <dd>
              <When at={fetch.at} />
              {fetch.failure === null ? null : `, without success: ${fetch.failure}`}
            </dd>
          </>
        )}
      </dl>
      {currencies.length === 0 ? null : <Coverage currencies={currencies} />}
      {fetch === null ? <Operators /> : null}
    </div>
  );
}

function Operators() {
  return (
    <details>
      <summary className="cursor-pointer py-2 font-medium">For whoever runs the server</summary>
      <p className="max-w-measure pb-2 text-ink2">
        Start the server with <code className="font-mono text-small">RATES_URL</code> set. It then
        fetches the newest rates each day, and nobody needs to load a file.
      </p>
    </details>
  );
}

function Coverage({ currencies }: Pick<Rates, "currencies">) {
  return (
    <details>
      <summary className="cursor-pointer py-2 font-medium">
        {counted(currencies.length, "currency", "currencies")} with their days
      </summary>
      <p className="pb-2 text-ink2">Units for 1 EUR, on each day that banks work.</p>
      <ul aria-label="Currencies" className="grid gap-x-6 sm:grid-cols-2">
        {currencies.map(({ currency, from, to }) => (
          <li className="flex justify-between gap-4 py-1" key={currency}>
            <span className="font-medium">{currency}</span>
            <span className="text-ink2 tabular-nums">
              {from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

type State =
  | { readonly name: "ready" | "sending" }
  | { readonly name: "done"; readonly words: string }
  | { readonly name: "refused"; readonly problem: Problem };

/** Loads a file of the ECB, for this team. */
export function LoadFile({ isNeeded }: { readonly isNeeded: boolean }) {
  const team = useTeam().id;
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ name: "ready" });
  const refetch = useRefetch(RATE_CHANGES);
  const send = async (file: File) => {
    setState({ name: "sending" });
    try {
      const loaded = await upload(
        "POST /api/teams/:team/rates/load",
        { team, file_name: file.name },
        file,
      );
      setState({ name: "done", words: toldOf(loaded) });
      await refetch();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setState({ name: "refused", problem: error.problem });
    }
  };
  return (
    <div className="grid gap-3">
      <input
        accept=".zip,.csv,application/zip,text/csv"
        aria-label="File of the European Central Bank"
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) void send(file);
          // The same file can be chosen again.
          target.value = "";
        }}
        ref={input}
        tabIndex={-1}
        type="file"
      />
      <div>
        <Button
          id={LOAD}
          isBusy={state.name === "sending"}
          kind={isNeeded ? "primary" : "secondary"}
          onClick={() => input.current?.click()}
        >
          {state.name === "sending" ? "Loading…" : "Load a file"}
        </Button>
      </div>
      <div aria-live="polite">
        {state.name === "done" ? <Notice tone="good">{state.words}</Notice> : null}
        {state.name === "refused" ? (
          <Notice title={state.problem.title} tone="bad">
            <p>{state.problem.detail}</p>
            <Reference of={state.problem} />
          </Notice>
        ) : null}
      </div>
    </div>
  );
}

type Loaded = Uploads["POST /api/teams/:team/rates/load"]["output"];

function toldOf({ added, replaced, newest_day }: Loaded): string {
  if (added === 0 && replaced === 0)
    return "Nothing changed: your team has loaded all rates of this file before.";
  return [
    ...(added === 0 ? [] : [`${counted(added, "rate")} added.`]),
    ...(replaced === 0 ? [] : [`${counted(replaced, "rate")} of an earlier file replaced.`]),
    `The newest day is ${shortDay(newest_day)}.`,
  ].join(" ");
}

/** Name of the dialog in the address. */
const REMOVE = "remove-file";

type TeamFileProps = { readonly file: NonNullable<Rates["file"]>; readonly canRemove: boolean };

/** Rates of the files that the team has loaded, which can be removed together. */
export function TeamFile({ file, canRemove }: TeamFileProps) {
  const { id, name, count, from, to, loaded_at } = file;
  const team = useTeam().id;
  const { open, show, hide } = useOpen();
  return (
    <div className="grid gap-2">
      <p className="max-w-measure">
        Your team has loaded {counted(count, "rate")}, {shortDay(from)} to {shortDay(to)}. The last
        file was <bdi>{name}</bdi>, <When at={loaded_at} />.
      </p>
      {canRemove ? (
        <div>
          <Button id={REMOVE} kind="danger" onClick={() => show(REMOVE)}>
            Remove these rates
          </Button>
        </div>
      ) : null}
      {open === REMOVE && canRemove ? (
        <DeleteDialog
          backTo={[REMOVE, LOAD]}
          changes={RATE_CHANGES}
          description={
            <p>
              Amounts are computed again with the rates of the server’s operator. Where there is
              none, reports leave them out and say so. Your own rates by hand stay. To have these
              rates again, load the file again.
            </p>
          }
          given={{ team, id }}
          onClose={hide}
          route="DELETE /api/teams/:team/rates/file/:id"
          said="The rates of your team’s files are removed."
          submit="Remove the rates"
          title={`Remove ${counted(count, "rate")} of your team’s files?`}
        />
      ) : null}
    </div>
  );
}

/** Element id of the button that chooses a file. */
const LOAD = "load-rates";
