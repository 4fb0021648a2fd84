import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { say } from "../../../components/toast.tsx";
import { When } from "../../../components/when.tsx";
import { firstOnPage } from "../../../focus.ts";
import { Form } from "../../../form/form.tsx";
import { useOpen } from "../../../open.ts";
import { useIsWriting } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { disconnectId } from "./app-item.tsx";
import type { App } from "./apps.tsx";

type DisconnectAppProps = { readonly of: App; readonly apps: readonly App[] };

export function DisconnectAppDialog({ of: app, apps }: DisconnectAppProps) {
  const team = useTeam();
  const { hide } = useOpen();
  const isWriting = useIsWriting();
  const at = apps.indexOf(app);
  const next = apps[at + 1] ?? apps[at - 1];
  // While it is being disconnected, the app's row goes together with this dialog.
  const own = isWriting ? undefined : disconnectId(app.id);
  return (
    <Dialog
      description={
        <>
          <bdi className="font-medium">{app.name}</bdi>, which redirects to{" "}
          <bdi className="font-medium">{app.host}</bdi>
        </>
      }
      finalFocus={() => firstOnPage(own, next && disconnectId(next.id), "apps")}
      isOpen
      onClose={hide}
      title="Disconnect the app"
    >
      <Form
        before={<Button onClick={hide}>Cancel</Button>}
        given={{ team: team.id, id: app.id }}
        kind="danger"
        onDone={() => {
          hide();
          say(`${app.name} is disconnected.`);
        }}
        route="DELETE /api/teams/:team/apps/:id"
        submit="Disconnect the app"
      >
        <div className="grid gap-2">
          <p>
            {app.lastUsedAt === null ? (
              "It was never used. "
            ) : (
              <>
                Last used <When at={app.lastUsedAt} />.{" "}
              </>
            )}
            Its next call is refused, until{" "}
            {app.holder.isYou ? (
              "you allow"
            ) : (
              <>
                <bdi>{app.holder.name}</bdi> allows
              </>
            )}{" "}
            it again.
          </p>
          <p className="text-ink2">Its history stays in Activity.</p>
        </div>
      </Form>
    </Dialog>
  );
}
