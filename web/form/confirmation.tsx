import { useState } from "react";
import type { Problem } from "../../src/api/problem.ts";
import { api, Refused } from "../api.ts";
import { useMe, useNow } from "../queries.ts";
import { looseField } from "./field.ts";
import { PasswordField } from "./password-field.tsx";
import { detailOf, fieldId } from "./use-form.ts";

/**
 * Guards an action with the password. `confirmed` runs the action; `field` is the password's field,
 * unless the password was entered in the last ten minutes.
 */
export function useConfirmation() {
  const { confirmedUntil, user } = useMe();
  const now = useNow();
  const [isAsked, setIsAsked] = useState(false);
  const [password, setPassword] = useState("");
  const isNeeded = isAsked || confirmedUntil === null || confirmedUntil <= now;
  const confirmed = async <T,>(act: () => Promise<T>): Promise<T> => {
    if (isNeeded) await api("POST /api/me/confirm", { password });
    try {
      return await act();
    } catch (error) {
      // The ten minutes may have passed while the dialog was open.
      if (error instanceof Refused && error.problem.code === "password_needed") setIsAsked(true);
      throw error;
    }
  };
  const field = (form: string, problem: Problem | null) =>
    isNeeded ? (
      <>
        <input autoComplete="username" hidden readOnly type="email" value={user.email} />
        <PasswordField
          autoComplete="current-password"
          field={{
            ...looseField("password", password, setPassword),
            id: fieldId(form, "password"),
            problem: detailOf(problem, "password"),
          }}
          hint="Confirms this action. You are not asked again for ten minutes."
          label="Your password"
        />
      </>
    ) : null;
  return { field, confirmed } as const;
}
