import { confirmedUntil } from "../accounts/sessions.ts";
import { Refusal } from "../core/errors.ts";
import type { OwnContext } from "./route.ts";

/** @throws Refusal `password_needed` unless whoever is signed in has just entered their password */
export function requireConfirmed({ session, now }: Pick<OwnContext, "session" | "now">): void {
  if (confirmedUntil(session, now) !== null) return;
  throw new Refusal({
    code: "password_needed",
    message: "This needs your password again",
    next: "enter it, and do this within ten minutes",
  });
}
