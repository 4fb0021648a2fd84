/** Filters of the list, as in the address. */
export type Filters = {
  readonly actor?: string;
  /** `key:…`, `app:…`, `web` or `command`. */
  readonly credential?: string;
  readonly subject?: string;
  readonly outcome?: "done" | "refused";
  /** Days in the reader's time zone, both included. */
  readonly from?: string;
  readonly to?: string;
};

export const FILTERS = ["actor", "credential", "subject", "outcome", "from", "to"] as const;

export type Filter = (typeof FILTERS)[number];

type Search = Readonly<Record<string, string | undefined>>;

/** Reads filters from an address. Invalid outcomes and days are left out. */
export function filtersOf({ actor, credential, subject, outcome, from, to }: Search): Filters {
  return {
    ...(actor ? { actor } : {}),
    ...(credential ? { credential } : {}),
    ...(subject ? { subject } : {}),
    ...(outcome === "done" || outcome === "refused" ? { outcome } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  };
}

/** Sets one filter; an empty value removes it. */
export function withFilter(filters: Filters, filter: Filter, value: string): Filters {
  const kept = FILTERS.filter((name) => name !== filter).flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return filtersOf(Object.fromEntries([...kept, [filter, value] as const]));
}

/** True for a day since 1900, and false while its year is being typed. */
export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
