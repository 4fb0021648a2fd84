import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Section } from "../../components/page.tsx";
import { leads, useTeam } from "../../team.tsx";
import { ConnectionTable } from "./connection-table.tsx";
import type { Connection } from "./connection.ts";
import { Connections } from "./connections.tsx";

const EVERY_MS = 10_000;

/** Every key and app that has called, so that one sees a new one among them. */
export function Connected() {
  const team = useTeam();
  return (
    <Section
      actions={<ButtonLink to="/settings/developer">Manage keys and apps</ButtonLink>}
      hint={leads(team) ? "Of everybody in the team." : "Yours. Owners and admins see everybody’s."}
      id="connected"
      title="What is connected"
    >
      <Connections everyMs={EVERY_MS}>
        {(connections) => <Used connections={connections} />}
      </Connections>
    </Section>
  );
}

function Used({ connections }: { readonly connections: readonly Connection[] }) {
  const used = connections.filter(({ kind, lastUsedAt }) => kind === "app" || lastUsedAt !== null);
  const unused = connections.length - used.length;
  return (
    <>
      {used.length === 0 ? (
        <Empty title="Nothing is connected yet">
          <p>Apps that were let in and keys that have called will stand here.</p>
        </Empty>
      ) : (
        <ConnectionTable caption="Keys and apps that are connected" connections={used} />
      )}
      {unused === 0 ? null : (
        <p className="text-ink2">
          {unused === 1
            ? "One more key has never called."
            : `${unused} more keys have never called.`}
        </p>
      )}
    </>
  );
}
