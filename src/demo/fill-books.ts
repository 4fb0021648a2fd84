import type { Context } from "../db/context.ts";
import { createAccount } from "../domains/bank-accounts/create-account.ts";
import { createTransaction } from "../domains/transactions/create-transaction.ts";
import { addDays } from "../shared/calendar.ts";
import { type Day, dayIn } from "../shared/time.ts";
import { type Chance, chanceOf } from "./chance.ts";
import type { Staff } from "./fill-team.ts";
import { ago } from "./past.ts";
import { ACCOUNTS, type AccountName, type Payment, PAYMENTS } from "./payments.ts";

/** Days of transactions. */
const DAYS = 365;
/** Newer transactions of the card and of dollars are not looked at yet. */
const OPEN_DAYS = 45;

/** Accounts, and a year of what came in and went out. */
export async function fillBooks({ mara }: Staff): Promise<void> {
  const today = dayIn(mara.actor.timeZone, mara.now);
  const accounts = await fillAccounts(mara, addDays(today, -DAYS));
  const chance = chanceOf(17);
  for (let before = DAYS; before >= 1; before -= 1) {
    const date = addDays(today, -before);
    const due = PAYMENTS.filter(({ day }) => day === Number(date.slice(8)));
    for (const [position, payment] of due.entries()) {
      const minutes = 9 * 60 + position;
      if (chance.often(payment.often ?? 1))
        await fillPayment(ago(mara, before - 1, minutes), {
          payment,
          chance,
          date,
          account: accounts[payment.account],
          isOpen: before <= OPEN_DAYS && payment.account !== "giro",
        });
    }
  }
}

async function fillAccounts(
  context: Context,
  opening_date: Day,
): Promise<Readonly<Record<AccountName, string>>> {
  const add = async (name: AccountName, position: number) =>
    createAccount(ago(context, DAYS, 8 * 60 + position), {
      ...ACCOUNTS[name],
      opening_date,
    });
  return {
    giro: await add("giro", 0),
    dollars: await add("dollars", 1),
    card: await add("card", 2),
  };
}

type Paid = {
  readonly payment: Payment;
  readonly chance: Chance;
  readonly date: Day;
  readonly account: string;
  readonly isOpen: boolean;
};

async function fillPayment(
  context: Context,
  { payment, chance, date, account, isOpen }: Paid,
): Promise<void> {
  await createTransaction(context, {
    bank_account_id: account,
    date,
    name: payment.name,
    amount_minor: chance.between(...payment.between),
    status: isOpen ? "posted" : "completed",
    category_slug: isOpen ? null : payment.category,
  });
}
