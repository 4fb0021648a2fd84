import { Refusal } from "../core/errors.ts";
import { uuid } from "../core/fields.ts";
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
export async function ensureUser(context: Ground, newUser: NewUser): Promise<string> {
  const { email, name, password } = newUser;
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
  const added = await context.db
    .insertInto("users")
    .values(user)
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .executeTakeFirst();
  // Somebody else may have made the same person in between: then that one is taken.
  return added.numInsertedOrUpdatedRows === 0n ? ensureUser(context, newUser) : id;
}

/** @param user an id or an e-mail address */
export async function setTimeZone(
  context: Ground,
  user: string,
  timeZone: string,
): Promise<{ userId: string; timeZone: string }> {
  return transaction(context, async (context) => {
    const { id } = await requireUser(context.db, user);
    await context.db
      .updateTable("users")
      .set({ time_zone: timeZone })
      .where("id", "=", id)
      .execute();
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

async function findUser(db: Db, user: string): Promise<{ id: string; email: string } | undefined> {
  const users = db.selectFrom("users").select(["id", "email"]);
  if (user.includes("@")) return users.where("email_key", "=", emailKey(user)).executeTakeFirst();
  // PostgreSQL refuses to compare an id with what is none.
  const id = uuid.safeParse(user);
  return id.success ? users.where("id", "=", id.data).executeTakeFirst() : undefined;
}

function emailKey(email: string): string {
  return email.normalize("NFC").toLowerCase();
}
