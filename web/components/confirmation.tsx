import { useState } from "react";
import { Refused, api } from "../api.ts";
import { useMe, useNow } from "../queries.ts";
import { PasswordField } from "./fields.tsx";
import type { Values } from "./form.tsx";

/**
 * Guards an action with the password: its field, when none was entered in the last ten minutes, and
 * `confirmed`, which runs the action.
 */
export function useConfirmation() {
  const { confirmedUntil, user } = useMe();
  const now = useNow();
  const [isAsked, setIsAsked] = useState(false);
  const isNeeded = isAsked || confirmedUntil === null || confirmedUntil <= now;
  const confirmed = async <T,>(values: Values, act: () => Promise<T>): Promise<T> => {
    if (isNeeded) await api("POST /api/me/confirm", { password: values.get("password") ?? "" });
    try {
      return await act();
    } catch (error) {
      // The ten minutes may have passed while the dialog was open.
      if (error instanceof Refused && error.problem.code === "password_needed") setIsAsked(true);
      throw error;
    }
  };
  const field = isNeeded ? (
    <>
      <input autoComplete="username" hidden readOnly type="email" value={user.email} />
      <PasswordField
        autoComplete="current-password"
        hint="Confirms this action. You are not asked again for ten minutes."
        label="Your password"
        name="password"
      />
    </>
  ) : null;
  return { field, confirmed } as const;
}
