import { randomBytes } from "node:crypto";
import { type Insertable, sql } from "kysely";
import { createKey } from "../../src/accounts/api-keys.ts";
import { addMember } from "../../src/accounts/members.ts";
import { fold } from "../../src/core/fold.ts";
import { uuidV7 } from "../../src/core/ids.ts";
import { hashSecret } from "../../src/core/secrets.ts";
import { connect } from "../../src/db/connect.ts";
import { baseContextOf, type AuditContext } from "../../src/db/context.ts";
import { type Dialect, dialectOf } from "../../src/db/dialect.ts";
import type { Db, Schema } from "../../src/db/schema/schema.ts";
import { transaction } from "../../src/db/transaction.ts";
import { createProject } from "../../src/domains/projects/create-project.ts";
import { registerClient } from "../../src/oauth/clients.ts";
import { GRANT_LASTS_MS, issue, newCode, newSecrets } from "../../src/oauth/tokens.ts";
import { addMilliseconds, instantOf } from "../../src/shared/time.ts";
import { createDatabase } from "../../test/database.ts";
import { fillPools, type Pools } from "./fill-pools.ts";
import { fillYears, type Years } from "./fill-years.ts";
import { analyze, openTeam, UNLIMITED } from "./team.ts";

/** Facts about a filled database that the load generator needs. */
export type Filled = {
  readonly url: string;
  /** Each of a different person, with timers of their own. */
  readonly keys: readonly string[];
  /** Of the same people, granted to an app. */
  readonly accessTokens: readonly string[];
  /** An even sample over the whole list. */
  readonly customerIds: readonly string[];
  readonly projectId: string;
  readonly teamId: string;
  readonly tagIds: readonly string[];
  /** Of the people of the keys. */
  readonly userIds: readonly string[];
  /** Users without keys. */
  readonly signedIn: { readonly owner: string; readonly member: string };
  readonly pools: Pools;
};

export type Size = {
  readonly people: number;
  readonly customers: number;
  readonly years?: Years;
  /** Records of each kind for calls that use them up. */
  readonly spare?: number;
};

/** Runs `work` on a new database filled with one team, then drops it. */
export async function onFilled<T>(
  dialect: Dialect,
  size: Size,
  work: (filled: Filled) => Promise<T>,
): Promise<T> {
  const { url, drop } = await createDatabase(dialect);
  try {
    return await work(await fill(url, size));
  } finally {
    await drop();
  }
}

async function fill(url: string, size: Size): Promise<Filled> {
  const { people, customers, years = { entries: 0, events: 0, transactions: 0 }, spare = 0 } = size;
  const database = await connect(url, { onIdleError: () => {}, limits: UNLIMITED });
  try {
    const { team, ownerId } = await openTeam(
      baseContextOf({ database, clock: Date.now, randomBytes }),
    );
    const persons: Person[] = [];
    const accessTokens: string[] = [];
    const clientId = await addApp(team);
    for (let number = 0; number < people; number += 1) {
      const person = await addPerson(team, number);
      persons.push(person);
      accessTokens.push(await addGrant(team, person.userId, clientId));
    }
    const tagIds = await addTags(team);
    const customerIds = await addCustomers(team, tagIds, customers);
    if (years.entries > 0) await fillYears(team, persons, customers, years);
    const { projectId } = await createProject(team, { name: "Website" });
    const pools = await fillPools(team, {
      ownerId,
      each: spare,
      transactions: years.transactions,
      customerIds,
      addGrant: (userId) => addGrant(team, userId, clientId),
    });
    const { userId: member } = await addMember(team, MEMBER, "member");
    // The server does so when it opens a SQLite file.
    if (database.dialect === "postgres") await analyze(database);
    return {
      url,
      keys: persons.map(({ key }) => key),
      accessTokens,
      customerIds,
      projectId,
      teamId: team.team.id,
      tagIds,
      userIds: persons.map(({ userId }) => userId),
      signedIn: { owner: ownerId, member },
      pools,
    };
  } finally {
    await database.close();
  }
}

const MEMBER = { email: "member@example.com" };

type Person = { readonly userId: string; readonly key: string; readonly keyId: string };

async function addPerson(team: AuditContext, number: number): Promise<Person> {
  const { userId } = await addMember(team, { email: `person${number}@example.com` }, "admin");
  const { id, key } = await createKey(team, { userId, name: "Benchmark", preset: "all" });
  return { userId, key, keyId: id };
}

async function addApp(team: AuditContext): Promise<string> {
  const redirectUris = ["http://127.0.0.1/callback"];
  return registerClient(team, { name: "Benchmark", redirectUris, clientUri: null, logoUri: null });
}

/** @returns an access token that opens all tools */
async function addGrant(team: AuditContext, user_id: string, client_id: string): Promise<string> {
  const scopes = ["apis.read", "apis.all"];
  const grant = {
    team_id: team.team.id,
    id: team.newId(),
    expires_at: addMilliseconds(team.now, GRANT_LASTS_MS),
  };
  const secrets = newSecrets(randomBytes);
  await transaction(team, async (team) => {
    await team.db
      .insertInto("oauth_grants")
      .values({
        ...grant,
        user_id,
        client_id,
        scopes: JSON.stringify(scopes),
        created_at: team.now,
        code_hash: hashSecret(newCode(randomBytes)),
        code_challenge: "spent",
        redirect_uri: "http://127.0.0.1/callback",
        code_expires_at: team.now,
        redeemed_at: team.now,
      })
      .execute();
    await issue(team, { ...grant, scopes }, secrets);
  });
  return secrets.access;
}

const TAGS = ["Key account", "Retail", "Retainer", "Slow payer"];

async function addTags(team: AuditContext): Promise<readonly string[]> {
  const tags = TAGS.map((name) => ({
    team_id: team.team.id,
    id: team.newId(),
    name,
    name_key: name.toLowerCase(),
    name_folded: fold(name),
    created_at: team.now,
  }));
  await insertRows(team, "tags", tags);
  return tags.map(({ id }) => id);
}

/** Part of a third of all names. */
export const FREQUENT_TERM = "gmbh";
/** Part of no name. */
export const ABSENT_TERM = "zzyzx";

const FIRST = ["Alpine", "Baltic", "Café", "Delta", "Évora", "Fjord", "Garden"];
const SECOND = [
  "Bakery",
  "Consulting",
  "Design",
  "Engineering",
  "Films",
  "Foods",
  "Logistics",
  "Press",
];
const FORM = ["GmbH", "Ltd", "S.A."];
const MINUTE = 60_000;
const BATCH = 2000;
const SAMPLE = 500;

/** Adds a customer for each minute until now. @returns the ids of an even sample */
async function addCustomers(
  team: AuditContext,
  tagIds: readonly string[],
  count: number,
): Promise<readonly string[]> {
  const sample: string[] = [];
  const every = Math.ceil(count / SAMPLE);
  for (let start = 0; start < count; start += BATCH) {
    const numbers = Array.from(
      { length: Math.min(BATCH, count - start) },
      (_, index) => start + index,
    );
    const rows = numbers.map((number) => customerRow(team, number, count));
    const links = rows.flatMap(({ team_id, id, created_at }, index) =>
      tagIds
        .slice(0, index % 3)
        .map((tag_id) => ({ team_id, customer_id: id, tag_id, created_at })),
    );
    await insertRows(team, "customers", rows);
    await insertRows(team, "customer_tags", links);
    sample.push(...rows.filter((_, index) => (start + index) % every === 0).map(({ id }) => id));
  }
  return sample;
}

function customerRow(team: AuditContext, number: number, count: number) {
  const milliseconds = Date.parse(team.now) - (count - number) * MINUTE;
  const created_at = instantOf(milliseconds);
  const name = `${pick(FIRST, number)} ${pick(SECOND, number)} ${number} ${pick(FORM, number)}`;
  const email = `office@customer${number}.example`;
  return {
    team_id: team.team.id,
    id: uuidV7(milliseconds, randomBytes),
    name,
    name_folded: fold(name),
    email,
    email_folded: fold(email),
    phone: "+49 30 1234567",
    website: `https://customer${number}.example`,
    note: "Prefers to be called in the morning.",
    country: "Germany",
    country_code: "DE",
    address_line_1: `Hauptstraße ${(number % 200) + 1}`,
    city: "Berlin",
    zip: "10115",
    preferred_currency: "EUR",
    is_archived: number % 10 === 0,
    created_at,
    updated_at: created_at,
  };
}

function pick(words: readonly string[], number: number): string {
  return words[number % words.length] ?? "";
}

/**
 * Passes rows as one parameter: with a parameter for each value a million rows would take minutes.
 */
async function insertRows<Table extends keyof Schema>(
  { begin }: AuditContext,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined || begin === null) return;
  const columns = Object.keys(first);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const json = JSON.stringify(rows);
  await begin(async (db: Db) => {
    const values =
      dialectOf(db) === "sqlite"
        ? sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))} from json_each(${json})`
        : sql`select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)`;
    await sql`insert into ${sql.table(table)} (${names}) ${values}`.execute(db);
  });
}
