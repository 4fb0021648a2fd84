import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Problem } from "../../src/api/problem.ts";
import { api, Refused } from "../api.ts";
import { meQuery, useMe, useNow } from "../queries.ts";
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
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const [password, setPassword] = useState("");
  const isNeeded = isAsked || confirmedUntil === null || confirmedUntil <= now;
  const confirmed = async <T,>(act: () => Promise<T>): Promise<T> => {
    if (isNeeded) {
      const { confirmedUntil } = await api("POST /api/me/confirm", { password });
      // The next dialog may open before the refetch. The time of the answer stays: `useNow` counts from it.
      queries.setQueryData(meQuery.queryKey, (me) => me && { ...me, confirmedUntil }, {
        updatedAt: queries.getQueryState(meQuery.queryKey)?.dataUpdatedAt ?? 0,
      });
    }
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
