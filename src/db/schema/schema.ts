import type { Kysely } from "kysely";
import type { AccountsTables } from "./accounts.ts";
import type { ActivityTables } from "./activity.ts";
import type { BankAccountsTables } from "./bank-accounts.ts";
import type { CallCountsTables } from "./call-counts.ts";
import type { CategoriesTables } from "./categories.ts";
import type { CustomersTables } from "./customers.ts";
import type { ImportsTables } from "./imports.ts";
import type { InvoicesTables } from "./invoices.ts";
import type { OauthTables } from "./oauth.ts";
import type { OutboxTables } from "./outbox.ts";
import type { PapersTables } from "./papers.ts";
import type { ProjectsTables } from "./projects.ts";
import type { RatesTables } from "./rates.ts";
import type { TransactionsTables } from "./transactions.ts";

/** All tables. A domain adds its own file and a line here. */
export type Schema = AccountsTables &
  OauthTables &
  CustomersTables &
  ProjectsTables &
  BankAccountsTables &
  CategoriesTables &
  ImportsTables &
  InvoicesTables &
  TransactionsTables &
  RatesTables &
  PapersTables &
  ActivityTables &
  OutboxTables &
  CallCountsTables;

export type Db = Kysely<Schema>;

export type TeamTable = {
  [Table in keyof Schema]: Schema[Table] extends { team_id: string } ? Table : never;
}[keyof Schema];
