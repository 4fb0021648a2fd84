import { joinedText } from "./booking.ts";
import { descendant, childrenOf, type Element, textAt } from "./xml.ts";

/** Text of a payment, with its structured reference. */
export function remittanceOf(payment: Element): string | null {
  const remittance = descendant(payment, "RmtInf");
  const structured = childrenOf(remittance, "Strd").flatMap((part) => [
    textAt(part, "CdtrRefInf/Ref", "CdtrRefInf/CdtrRef"),
    ...childrenOf(part, "AddtlRmtInf").map(({ text }) => text),
  ]);
  const free = childrenOf(remittance, "Ustrd").map(({ text }) => text);
  return joinedText(...free, ...structured, textAt(payment, "AddtlTxInf"));
}
