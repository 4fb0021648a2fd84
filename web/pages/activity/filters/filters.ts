/** What the list is narrowed down to, as it stands in the address; what is not given is everything. */
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

/** What an address holds that can be meant: an outcome or a day that is none is left out. */
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

/** The filters with one of them changed; without a value it is taken away. */
export function withFilter(filters: Filters, filter: Filter, value: string): Filters {
  const kept = FILTERS.filter((name) => name !== filter).flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return filtersOf(Object.fromEntries([...kept, [filter, value] as const]));
}

/** A day of this or the last century, and not what a year looks like while it is typed. */
export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
