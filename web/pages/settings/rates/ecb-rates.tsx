import { useRef, useState } from "react";
import type { Problem } from "../../../../src/api/problem.ts";
import { type Output, Refused } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { Notice, Reference } from "../../../components/status.tsx";
import { When } from "../../../components/when.tsx";
import { shortDay } from "../../../dates.ts";
import { upload } from "../../../files.ts";
import { counted } from "../../../numbers.ts";
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

/** Loads a file of the ECB. The rates that are there stay, since all teams of the server use them. */
export function LoadFile({ isNeeded }: { readonly isNeeded: boolean }) {
  const team = useTeam().id;
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ name: "ready" });
  const refetch = useRefetch(RATE_CHANGES);
  const send = async (file: File) => {
    setState({ name: "sending" });
    try {
      const loaded = await upload("POST /api/teams/:team/rates/load", { team }, file);
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

type Loaded = {
  readonly added: number;
  readonly differing: number;
  readonly newest_day: string | null;
};

function toldOf({ added, differing, newest_day }: Loaded): string {
  return [
    added === 0 ? "All rates of the file are there already." : `${counted(added, "rate")} added.`,
    ...(differing === 0
      ? []
      : [
          `${counted(differing, "rate differs", "rates differ")} from what is there, and ${differing === 1 ? "was" : "were"} left out.`,
        ]),
    ...(newest_day === null ? [] : [`The newest day is ${shortDay(newest_day)}.`]),
  ].join(" ");
}
