import { Page } from "../../components/page.tsx";
import { DeletingSwitch } from "./ai/deleting-switch.tsx";
import { ReachNow } from "./ai/reach-now.tsx";
import { ToolTable } from "./ai/tool-table.tsx";

export function Ai() {
  return (
    <Page lead="Limits for assistants in this team, and the current access of each." title="AI">
      <DeletingSwitch />
      <ReachNow />
      <ToolTable />
    </Page>
  );
}
