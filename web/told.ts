import { Refused } from "./api.ts";
import { sayWhy } from "./components/toast.tsx";

/** Runs an action of a button, and tells a refusal in a toast; the answer is null then. */
export async function told<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayWhy(error);
    return null;
  }
}
