import { createKey } from "../accounts/api-keys.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { setPassword } from "../accounts/users.ts";
import type { BaseContext, AuditContext, Context } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { createCustomer } from "../domains/customers/create-customer.ts";
import { updateCustomer } from "../domains/customers/update-customer.ts";
import { createProject } from "../domains/projects/create-project.ts";
import { updateProject } from "../domains/projects/update-project.ts";
import { createTag } from "../domains/tags/create-tag.ts";
import { minorDigits } from "../shared/money.ts";
import { addMilliseconds, dayIn, type Instant } from "../shared/time.ts";
import { connectAssistant, fillSessions } from "./assistant.ts";
import { chanceOf } from "./chance.ts";
import {
  type DemoCustomer,
  DEMO_TAGS,
  CUSTOMERS_IN_ASIA,
  CUSTOMERS_IN_EUROPE,
  CUSTOMERS_IN_THE_AMERICAS,
} from "./customers.ts";
import { fillBooks } from "./fill-books.ts";
import { fillInvoices } from "./fill-invoices.ts";
import { fillReceipts } from "./fill-receipts.ts";
import { fillTime } from "./fill-time.ts";
import { ago, inWebApp } from "./past.ts";
import { fillTeam, lockOwner, SIGNATURE, type Staff, PEOPLE, TEAM } from "./people.ts";
import { DEMO_PROJECTS } from "./projects.ts";

export type Demo = {
  readonly team: string;
  readonly teamId: string;
  readonly userId: string;
  readonly email: string;
  readonly password: string | null;
  readonly keyId: string;
  readonly key: string;
  readonly expiresAt: Instant;
  /** The team existed already and was left unchanged. */
  readonly kept: boolean;
};

/** False when the server is set to log no calls, those of the demo's assistant included. */
type Options = { readonly logsCalls: boolean };

/** Fills a demo team unless one exists, and mints a key for it that lasts a week. */
export async function openDemo(baseContext: BaseContext, options: Options): Promise<Demo> {
  const password = newPassword(baseContext);
  // Hashed outside the transaction, which waits for nothing but its own queries.
  const passwordHash = await hashPassword(password, "password");
  return transaction(baseContext, async (baseContext) => {
    const ownerId = await lockOwner(baseContext);
    const found = await findDemo(baseContext, ownerId);
    const demo = found ?? (await fillDemo(baseContext, options));
    const auditContext = {
      ...baseContext,
      ...SIGNATURE,
      team: { id: demo.teamId },
      actor: { id: demo.userId },
    };
    const name = `Demo of ${dayIn("UTC", baseContext.now)}`;
    const expiresAt = addMilliseconds(baseContext.now, 7 * 24 * 60 * 60_000);
    const newKey = { userId: demo.userId, name, preset: "all", expiresAt } as const;
    const { id, key } = await createKey(auditContext, newKey);
    const isSet = await setFirstPassword(auditContext, { userId: demo.userId, passwordHash });
    return {
      ...demo,
      email: PEOPLE.mara.email,
      password: isSet ? password : null,
      keyId: id,
      key,
      expiresAt,
      kept: found !== undefined,
    };
  });
}

/** Four groups of four characters, for typing by hand. */
function newPassword({ randomBytes }: BaseContext): string {
  const digits = Buffer.from(randomBytes(8)).toString("hex");
  return digits.replaceAll(/.{4}(?=.)/g, "$&-");
}

async function setFirstPassword(
  context: AuditContext,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<boolean> {
  const { password_hash } = await context.db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (password_hash !== null) return false;
  const signed = { ...context, tool: "user:set" };
  await setPassword(signed, { userId, passwordHash, keptSession: null });
  return true;
}

type Found = Pick<Demo, "team" | "teamId" | "userId">;

/** Finds the team by its owner, since it may have been renamed. */
async function findDemo(baseContext: BaseContext, ownerId: string): Promise<Found | undefined> {
  return baseContext.db
    .selectFrom("memberships as member")
    .innerJoin("teams as team", "team.id", "member.team_id")
    .where("member.user_id", "=", ownerId)
    .where("member.role", "=", "owner")
    .select(["team.name as team", "team.id as teamId", "member.user_id as userId"])
    .orderBy("team.created_at")
    .orderBy("team.id")
    .executeTakeFirst();
}

async function fillDemo(baseContext: BaseContext, options: Options): Promise<Found> {
  const staff = await fillTeam(baseContext);
  const customers = await fillCustomers(staff);
  const projects = await fillProjects(staff, customers);
  const assistant = await connectAssistant(staff.mara, options);
  await fillTime(staff, assistant, projects);
  const incoming = await fillInvoices(staff, customers);
  await fillBooks(staff, incoming);
  await fillSessions(assistant);
  await fillReceipts(staff);
  const { team, actor } = staff.mara;
  return { team: team.name, teamId: team.id, userId: actor.id };
}

async function fillProjects(
  { mara }: Staff,
  customers: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [position, project] of DEMO_PROJECTS.entries()) {
    const { name, description, customer = "", rate, estimateHours, since, completed } = project;
    const added = inWebApp(ago(mara, since, 9 * 60 + position), "POST /api/teams/:team/projects");
    const { projectId } = await createProject(added, {
      name,
      description,
      customer_id: customers.get(customer),
      estimate: estimateHours,
      billable: rate !== undefined,
      rate_minor: rate === undefined ? null : rate.amount * 10 ** minorDigits(rate.currency),
      currency: rate?.currency,
    });
    if (completed !== undefined) {
      const then = inWebApp(
        ago(mara, completed, 17 * 60),
        "POST /api/teams/:team/projects/:id/complete",
      );
      await updateProject(then, { id: projectId, status: "completed" });
    }
    ids.set(name, projectId);
  }
  return ids;
}

async function fillCustomers(staff: Staff): Promise<ReadonlyMap<string, string>> {
  const tagIds = await fillTags(staff.mara);
  const chance = chanceOf(5);
  const customers = [
    ...CUSTOMERS_IN_EUROPE.map((customer) => ({ context: staff.mara, customer })),
    ...CUSTOMERS_IN_THE_AMERICAS.map((customer) => ({ context: staff.daniel, customer })),
    ...CUSTOMERS_IN_ASIA.map((customer) => ({ context: staff.yuki, customer })),
  ];
  const ids = new Map<string, string>();
  for (const { context, customer } of customers) {
    const minutes = chance.between(9 * 60, 17 * 60);
    ids.set(customer.name, await fillCustomer(context, customer, tagIds, minutes));
  }
  return ids;
}

async function fillTags(context: Context): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [position, name] of DEMO_TAGS.entries()) {
    const then = ago(context, TEAM.since - 1, 11 * 60 + position);
    const tag = await createTag(inWebApp(then, "POST /api/teams/:team/tags"), { name });
    ids.set(name, tag.id);
  }
  return ids;
}

async function fillCustomer(
  context: Context,
  { tags, since, archived, ...input }: DemoCustomer,
  tagIds: ReadonlyMap<string, string>,
  minutes: number,
): Promise<string> {
  const tag_ids = tags.flatMap((tag) => tagIds.get(tag) ?? []);
  const added = inWebApp(ago(context, since, minutes), "POST /api/teams/:team/customers");
  const { id } = await createCustomer(added, { ...input, tag_ids });
  if (archived !== undefined) {
    const then = ago(context, archived, minutes);
    const changed = inWebApp(then, "PATCH /api/teams/:team/customers/:id");
    await updateCustomer(changed, { id, is_archived: true });
  }
  return id;
}
