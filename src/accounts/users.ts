import { Refusal } from "../core/errors.ts";
import type { Ground } from "../db/context.ts";
import type { Db } from "../db/schema.ts";
import { transaction } from "../db/transaction.ts";
import { hashPassword } from "./passwords.ts";

export type NewUser = {
  readonly email: string;
  /** By default the part of the address before the `@`. */
  readonly name?: string | undefined;
  readonly password?: string | undefined;
};

/** The id of the person with that address, who is made when there is none and left untouched when there is. */
export async function ensureUser(context: Ground, { email, name, password }: NewUser): Promise<string> {
  const known = await findUser(context.db, email);
  if (known !== undefined) return known.id;
  const id = context.newId();
  const user = {
    id,
    email,
    email_key: emailKey(email),
    name: name ?? email.slice(0, email.indexOf("@")),
    password_hash: password === undefined ? null : await hashPassword(password),
    time_zone: "UTC",
    created_at: context.now,
  };
  await context.db.insertInto("users").values(user).execute();
  return id;
}

/** @param user an id or an e-mail address */
export async function setTimeZone(
  context: Ground,
  user: string,
  timeZone: string,
): Promise<{ userId: string; timeZone: string }> {
  return transaction(context, async (context) => {
    const { id } = await requireUser(context.db, user);
    await context.db.updateTable("users").set({ time_zone: timeZone }).where("id", "=", id).execute();
    return { userId: id, timeZone };
  });
}

/** @param user an id or an e-mail address */
export async function requireUser(db: Db, user: string): Promise<{ id: string; email: string }> {
  const found = await findUser(db, user);
  if (found !== undefined) return found;
  throw new Refusal({
    code: "not_found",
    path: "user",
    message: `There is no user ${user}`,
    next: "give the id or the e-mail address of one that exists, or make one with team:create or user:add",
  });
}

function findUser(db: Db, user: string): Promise<{ id: string; email: string } | undefined> {
  const users = db.selectFrom("users").select(["id", "email"]);
  return (user.includes("@") ? users.where("email_key", "=", emailKey(user)) : users.where("id", "=", user)).executeTakeFirst();
}

function emailKey(email: string): string {
  return email.normalize("NFC").toLowerCase();
}
