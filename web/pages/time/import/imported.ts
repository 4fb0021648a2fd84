export type Imported = {
  /** Event that can be undone; null when there was nothing to import. */
  readonly event: string | null;
  readonly entries: number;
  readonly seconds: number;
  readonly projects: number;
  readonly customers: number;
};

/** List of records that come with an import. */
export const LISTED = { route: "GET /api/teams/:team/projects" } as const;
