import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, type Output, Refused } from "../../../api.ts";
import { Amount } from "../../../components/amount.tsx";
import { Failure } from "../../../components/answer.tsx";
import { counted } from "../../../counted.ts";
import { shortDay } from "../../../days.ts";
import { useTeam } from "../../../team.tsx";
import type { Actions, Conditions } from "./rule.ts";
import { useNames } from "./use-names.ts";

const PATH = "POST /api/teams/:team/rules/preview";
const PAUSE_MS = 250;

export type Previewed = Output<typeof PATH>;

type Draft = {
  /** Null for a rule that is not there yet. */
  readonly id: string | null;
  readonly conditions?: Conditions | undefined;
  readonly actions?: Actions | undefined;
  readonly replace?: boolean;
};

/** Asks for the changes that a rule would make, a moment after the last change of the draft. */
export function usePreview(draft: Draft, isReady: boolean) {
  const team = useTeam().id;
  const text = JSON.stringify(draft);
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return useQuery({
    queryKey: [PATH, { team, draft: asked }],
    queryFn: async () => api(PATH, { team, ...draft }),
    enabled: isReady && asked === text,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** True once the draft has a condition and something to set. */
export function isWhole({ conditions, actions }: Draft): boolean {
  const has = (values: object | undefined) =>
    Object.values(values ?? {}).some((value) =>
      Array.isArray(value)
        ? value.length > 0
        : value !== null && value !== undefined && value !== "",
    );
  const hasEmptyWords = (conditions?.texts ?? []).some(({ words }) => words.length === 0);
  return has(conditions) && has(actions) && !hasEmptyWords;
}

type PreviewProps = { readonly query: ReturnType<typeof usePreview> };

/** The number of transactions that match and would change, with up to 20 of them. */
export function Preview({ query }: PreviewProps) {
  const { data, error } = query;
  if (error !== null) return <Failed query={query} />;
  return (
    <div className="grid gap-2">
      <output className="font-medium">{data === undefined ? "Counting…" : toldOf(data)}</output>
      {data === undefined ? null : <Examples examples={data.examples} />}
    </div>
  );
}

/** A draft that the server refuses is told in words; any other failure can be tried again. */
export function Failed({ query: { error, refetch } }: PreviewProps) {
  if (error === null) return null;
  if (error instanceof Refused && error.problem.status === 422)
    return <p className="text-ink2">{error.why}</p>;
  return <Failure error={error} onRetry={() => void refetch()} what="the matches" />;
}

export function toldOf({ matched, changing, kept }: Previewed): string {
  const told = `${counted(matched, "transaction matches", "transactions match")}, ${changing.toLocaleString("en-GB")} would change.`;
  return kept === 0
    ? told
    : `${told} ${counted(kept, "keeps", "keep")} what a person or an assistant set.`;
}

export function Examples({ examples }: Pick<Previewed, "examples">) {
  const names = useNames();
  if (examples.length === 0) return null;
  return (
    <ul aria-label="Examples" className="divide-y divide-line border-y border-line">
      {examples.map(({ id, date, name, amount_minor, currency, category_slug, changes }) => (
        <li
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-1.5 sm:grid-cols-[6rem_minmax(0,1fr)_auto]"
          key={id}
        >
          <span className="text-ink2 max-sm:order-3">{shortDay(date)}</span>
          <bdi className="truncate">{name}</bdi>
          <Amount currency={currency} minor={amount_minor} />
          {changes.category_slug === null ? null : (
            <span className="text-small text-ink2 max-sm:order-4 sm:col-span-2 sm:col-start-2">
              {category_slug === null ? "No category" : names.category(category_slug)} →{" "}
              {names.category(changes.category_slug)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
