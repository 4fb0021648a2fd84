import { Page } from "../../components/page.tsx";
import { DeletingSwitch } from "./ai/deleting-switch.tsx";
import { ReachNow } from "./ai/reach-now.tsx";
import { ToolTable } from "./ai/tool-table.tsx";

/** How far assistants may go in the team. */
export function Ai() {
  return (
    <Page
      lead="How far assistants may go with the team’s data, and what each of them can do now."
      title="AI"
    >
      <DeletingSwitch />
      <ReachNow />
      <ToolTable />
    </Page>
  );
}
