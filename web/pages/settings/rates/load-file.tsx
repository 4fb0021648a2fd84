import { useRef, useState } from "react";
import type { Problem } from "../../../../src/api/problem.ts";
import { Refused } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { Notice, Reference } from "../../../components/status.tsx";
import { counted } from "../../../counted.ts";
import { shortDay } from "../../../days.ts";
import { useRefetch } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { upload } from "../../../upload.ts";
import { CHANGED } from "./changed.ts";

type State =
  | { readonly name: "ready" | "sending" }
  | { readonly name: "done"; readonly words: string }
  | { readonly name: "refused"; readonly problem: Problem };

/** Loads a file of the ECB. The rates that are there stay, since all teams of the server use them. */
export function LoadFile({ isNeeded }: { readonly isNeeded: boolean }) {
  const team = useTeam().id;
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ name: "ready" });
  const refetch = useRefetch(CHANGED);
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
