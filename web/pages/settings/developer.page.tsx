import { Page } from "../../components/page.tsx";
import { Apps } from "./apps/apps.tsx";
import { Keys } from "./keys/keys.tsx";

export function Developer() {
  return (
    <Page
      lead="Keys and apps that give programs and assistants access to the team."
      title="Developer"
    >
      <Keys />
      <Apps />
    </Page>
  );
}
