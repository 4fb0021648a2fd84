import type { Instant } from "../../shared/time.ts";
import type { Json } from "./json.ts";

export type CategoriesTables = {
  categories: CategoriesTable;
  category_settings: CategorySettingsTable;
  rules: RulesTable;
};

/** Tells what an amount is in reports; `either` goes by its sign. */
export type CategoryKind = "income" | "expense" | "capital" | "transfer" | "either";

type Tax = {
  /** Hundredths of a percent. */
  tax_rate_bp: number | null;
  tax_type: string | null;
  tax_reporting_code: string | null;
};

type CategoriesTable = Tax & {
  team_id: string;
  id: string;
  /** Never changes. */
  slug: string;
  name: string;
  name_folded: string;
  /** Of the team's own, or of the system. */
  parent_id: string | null;
  /** Null for a child, which has its parent's. */
  kind: CategoryKind | null;
  color: string | null;
  description: string | null;
  excluded: boolean;
  created_at: Instant;
};

type CategorySettingsTable = Tax & {
  team_id: string;
  id: string;
  slug: string;
  is_hidden: boolean;
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
