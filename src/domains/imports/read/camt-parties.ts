import { accountNumberOf, firstText } from "./booking.ts";
import { type Element, textAt } from "./xml.ts";

export type Party = { readonly name: string | null; readonly number: string | null };

/**
 * The other side of a payment: the debtor of money in, the creditor of money out. Where the bank put the
 * account's own number there, the other one.
 */
export function partyOf(payment: Element, isCredit: boolean, own: string | null): Party {
  const [expected, other] = isCredit ? (["Dbtr", "Cdtr"] as const) : (["Cdtr", "Dbtr"] as const);
  const first = sideOf(payment, expected);
  if (own === null || first.number !== own) return first;
  const second = sideOf(payment, other);
  return second.number === own ? first : second;
}

/** Since version 8 a party is within an element `Pty`. */
function sideOf(payment: Element, side: "Dbtr" | "Cdtr"): Party {
  const names = [`RltdPties/${side}/Nm`, `RltdPties/${side}/Pty/Nm`];
  const ultimate = [`RltdPties/Ultmt${side}/Nm`, `RltdPties/Ultmt${side}/Pty/Nm`];
  const account = `RltdPties/${side}Acct/Id`;
  return {
    name: firstText(textAt(payment, ...names, ...ultimate)),
    number: accountNumberOf(
      textAt(
        payment,
        `${account}/IBAN`,
        `${account}/Othr/Id`,
        `${account}/PrtryAcct/Id`,
        `${account}/BBAN`,
      ),
    ),
  };
}
