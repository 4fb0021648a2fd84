import { createKey } from "../accounts/api-keys.ts";
import { CallLog, doneWith, type EndCall, CredentialUse, setClient } from "../accounts/call-log.ts";
import { recordRefusal } from "../activity/journal.ts";
import type { Begin } from "../db/connect.ts";
import type { Client, Context } from "../db/context.ts";
import { addMilliseconds, type Instant, millisecondsOf } from "../shared/time.ts";
import type { Chance } from "./chance.ts";
import { ago, contextAt } from "./past.ts";
import { inWebApp } from "./web-app.ts";

/** An assistant that works for a person with a key of theirs. */
export type Assistant = Context & {
  readonly credential: { readonly kind: "api_key"; readonly id: string };
  readonly client: Client;
  readonly logsCalls: boolean;
};

const KEY = { name: "Laptop", preset: "all", daysAgo: 12 } as const;
const CLIENT: Client = { name: "Claude", version: "1.0.0" };

/** Makes a key in the web app for an assistant. Nobody has its secret, so nobody calls with it later. */
export async function connectAssistant(
  user: Context,
  { logsCalls }: { readonly logsCalls: boolean },
): Promise<Assistant> {
  const { name, preset, daysAgo } = KEY;
  const then = inWebApp(ago(user, daysAgo, 9 * 60 + 20), "POST /api/teams/:team/keys");
  const { id } = await createKey(then, { userId: user.actor.id, name, preset });
  return { ...user, credential: { kind: "api_key", id }, client: CLIENT, logsCalls };
}

/** Calls tools, each at a number of seconds after the start of the session. */
export type Session = {
  /** Calls a tool. */
  readonly call: <Output>(
    second: number,
    tool: string,
    run: (context: Context) => Promise<Output>,
  ) => Promise<Output>;
  /** Calls a tool that deletes, which the team has not allowed. */
  readonly refused: (second: number, tool: string) => Promise<void>;
};

/**
 * Lets an assistant work for some minutes. Its calls leave what those at the MCP endpoint do: events of
 * the journal, rows of the call log, and the key's last use.
 */
export async function workAs(
  assistant: Assistant,
  { start, chance }: { readonly start: Instant; readonly chance: Chance },
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const { credential, client, db, randomBytes, team } = assistant;
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const begin: Begin = async (work) => work(db);
  let clock = millisecondsOf(start);
  const log = assistant.logsCalls
    ? new CallLog({ begin, clock: () => clock, randomBytes, onError })
    : null;
  const use = new CredentialUse(begin, onError);
  const used = { ...credential, teamId: team.id };

  async function logged<Output>(
    second: number,
    tool: string,
    run: (context: Context, end: EndCall) => Promise<Output>,
  ): Promise<Output> {
    const now = addMilliseconds(start, second * 1000);
    clock = millisecondsOf(now);
    use.note(used, now);
    const end = log?.begin(assistant, client, tool) ?? (() => {});
    clock += chance.between(4, 38);
    return run({ ...contextAt(assistant, now), tool }, end);
  }

  await setClient(begin, used, client, start);
  try {
    await work({
      call: async (second, tool, run) =>
        logged(second, tool, async (context, end) => {
          const output = await run(context);
          end(doneWith(output));
          return output;
        }),
      refused: async (second, tool) =>
        logged(second, tool, async (context, end) => {
          await recordRefusal(context, "tool_not_available");
          end({ outcome: "refused", reason: "tool_not_available", rows: null });
        }),
    });
  } finally {
    // Nothing of it is written later, when the transaction is over.
    await log?.settled();
    await use.settled();
  }
  if (errors.length > 0) throw errors[0];
}
