import type { Instant } from "../../shared/time.ts";

export type TagsTables = {
  tags: TagsTable;
  customer_tags: CustomerTagsTable;
};

type TagsTable = {
  team_id: string;
  id: string;
  name: string;
  name_key: string;
  name_folded: string;
  created_at: Instant;
};

type CustomerTagsTable = {
  team_id: string;
  customer_id: string;
  tag_id: string;
  /** The customer's; orders a tag's customers. */
  created_at: Instant;
};
