import { endSession, Refused } from "./api.ts";
import { sayWhy } from "./components/toast.tsx";

/** Ends the session and leaves the app, so that no data stays on the screen. */
export async function signOut(): Promise<void> {
  try {
    await endSession();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayWhy(error, { tone: "bad" });
  }
}
