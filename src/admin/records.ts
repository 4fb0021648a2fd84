import { z } from "zod";
import { parseArguments } from "../core/arguments.ts";
import { currency, day, label, uuid } from "../core/fields.ts";
import { amountOf } from "../core/money.ts";
import { sealingOf } from "../db/server-secret.ts";
import { accountType } from "../domains/bank-accounts/bank-account.ts";
import { CreateAccount, createAccount } from "../domains/bank-accounts/save-account.ts";
import { createProject } from "../domains/projects/create-project.ts";
import { type Command, command, auditContext, team, teamOf } from "./command.ts";

export const recordCommands: readonly Command[] = [
  command({
    name: "project:create",
    purpose: "Makes a tracker project.",
    event: { of: "tracker_project", did: "created" },
    database: "up to date",
    options: z.strictObject({
      team,
      name: label(200),
      customer: uuid.optional().describe("CUSTOMER_ID"),
    }),
    run: async ({ baseContext }, { team, name, customer }) => {
      const context = auditContext(baseContext, "project:create", await teamOf(baseContext, team));
      const { projectId } = await createProject(context, { name, customer_id: customer });
      return { projectId };
    },
  }),
  command({
    name: "account:create",
    purpose:
      "Makes a bank account. Its number is read from stdin: all users of the machine see options in the list of processes.",
    event: { of: "bank_account", did: "created" },
    database: "up to date",
    options: z.strictObject({
      team,
      name: label(100),
      type: accountType,
      currency,
      bank: label(200).optional(),
      "opening-balance": z.string().optional().describe("AMOUNT"),
      "opening-date": day.optional(),
      "number-stdin": z.boolean().optional(),
    }),
    run: async ({ baseContext, database, ...desk }, { team, ...options }) => {
      const opening = options["opening-balance"] ?? "0";
      const number = options["number-stdin"] === true ? (await desk.readInput()).trim() : undefined;
      const input = parseArguments(CreateAccount, {
        name: options.name,
        type: options.type,
        currency: options.currency,
        institution: options.bank,
        opening_minor: amountOf(opening, options.currency, "opening-balance"),
        opening_date: options["opening-date"],
        number,
      });
      const context = auditContext(baseContext, "account:create", await teamOf(baseContext, team));
      const sealing = await sealingOf(desk.settings().secret, database, desk.randomBytes);
      return { accountId: await createAccount({ ...context, sealing }, input) };
    },
  }),
];
