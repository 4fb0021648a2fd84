import { Page } from "../../components/page.tsx";
import { Apps } from "./apps/apps.tsx";
import { Keys } from "./keys/keys.tsx";

/** Every credential with which programs work in the team. */
export function Developer() {
  return (
    <Page
      lead="What programs and assistants get into the team with, and what each of them can do there."
      title="Developer"
    >
      <Keys />
      <Apps />
    </Page>
  );
}
