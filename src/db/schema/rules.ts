import type { Instant } from "../../shared/time.ts";
import type { Json } from "./json.ts";

export type RulesTables = {
  rules: RulesTable;
};

/** Rules run by position, then by id. */
type RulesTable = {
  team_id: string;
  id: string;
  position: number;
  name: string;
  is_on: boolean;
  conditions: Json<unknown>;
  actions: Json<unknown>;
  created_at: Instant;
  updated_at: Instant;
};
