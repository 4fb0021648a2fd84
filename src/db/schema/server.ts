import type { Instant } from "../../shared/time.ts";

export type ServerTables = {
  server_secrets: ServerSecretsTable;
  collections: CollectionsTable;
};

type ServerSecretsTable = { name: string; secret: string };

/** When rows that are over were last deleted. */
type CollectionsTable = { name: string; last_at: Instant };
