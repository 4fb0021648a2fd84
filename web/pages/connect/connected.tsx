import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
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
  const unused = connections.filter((connection) => !hasConnected(connection));
  return (
    <>
      {used.length === 0 ? (
        <p className="text-ink2">Apps that you allow and keys that have called appear here.</p>
      ) : (
        <ConnectionTable caption="Connected keys and apps" connections={used} />
      )}
      {unused.length === 0 ? null : (
        <p className="text-ink2">
          Never used:{" "}
          {unused.map(({ id, name }, index) => (
            <Fragment key={id}>
              {index === 0 ? null : ", "}
              <Link className="inline-block min-h-6 underline" hash="keys" to="/settings/developer">
                <bdi>{name}</bdi>
              </Link>
            </Fragment>
          ))}
        </p>
      )}
    </>
  );
}
