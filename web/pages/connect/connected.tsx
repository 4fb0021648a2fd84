import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Section } from "../../components/page.tsx";
import { leads, useTeam } from "../../team.tsx";
import { ConnectionTable } from "./connection-table.tsx";
import { type Connection, hasConnected } from "./connection.ts";
import { Connections } from "./connections.tsx";

const EVERY_MS = 10_000;

/** Every key and app that has called, so that a new one is noticed. */
export function Connected() {
  const team = useTeam();
  return (
    <Section
      actions={<ButtonLink to="/settings/developer">Manage keys and apps</ButtonLink>}
      hint={
        leads(team)
          ? "All keys and apps of the team."
          : "Your own keys and apps. Owners and admins see all of the team."
      }
      id="connected"
      title="Connected keys and apps"
    >
      <Connections everyMs={EVERY_MS}>
        {(connections) => <Used connections={connections} />}
      </Connections>
    </Section>
  );
}

function Used({ connections }: { readonly connections: readonly Connection[] }) {
  const used = connections.filter(hasConnected);
  const unused = connections.length - used.length;
  return (
    <>
      {used.length === 0 ? (
        <Empty title="No connected keys or apps yet">
          <p>Apps that you allow and keys that have called appear here.</p>
        </Empty>
      ) : (
        <ConnectionTable caption="Connected keys and apps" connections={used} />
      )}
      {unused === 0 ? null : (
        <p className="text-ink2">
          {unused === 1
            ? "1 more key has never been used."
            : `${unused} more keys have never been used.`}
        </p>
      )}
    </>
  );
}
