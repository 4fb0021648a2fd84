import { Link } from "@tanstack/react-router";
import { accessWords } from "../../access.ts";
import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Item, Items, Section } from "../../components/page.tsx";
import { When } from "../../components/when.tsx";
import { useNow } from "../../queries.ts";
import { type Connection, calledRecently } from "../connect/connection.ts";
import { Connections } from "../connect/connections.tsx";

const EVERY_MS = 30_000;
const SHOWN = 6;

export function RecentCalls() {
  return (
    <Section id="connected" title="Connected in the last 7 days">
      <Connections everyMs={EVERY_MS}>
        {(connections) => <Recent connections={connections} />}
      </Connections>
    </Section>
  );
}

function Recent({ connections }: { readonly connections: readonly Connection[] }) {
  const recent = calledRecently(connections, useNow());
  if (connections.length === 0)
    return (
      <Empty
        action={<ButtonLink to="/connect">Connect an assistant</ButtonLink>}
        title="No assistant is connected"
      >
        <p>Its last call will appear here.</p>
      </Empty>
    );
  if (recent.length === 0)
    return (
      <p className="text-ink2">
        No calls in this time.{" "}
        <Link className="underline" to="/settings/developer">
          See all keys and apps
        </Link>
        , or{" "}
        <Link className="underline" to="/connect">
          connect an assistant
        </Link>
        .
      </p>
    );
  return (
    <>
      <Items label="Keys and apps that have called">
        {recent.slice(0, SHOWN).map((connection) => (
          <RecentItem connection={connection} key={connection.id} />
        ))}
      </Items>
      {recent.length <= SHOWN ? null : (
        <p>
          <Link className="underline" hash="connected" to="/connect">
            See all keys and apps
          </Link>
        </p>
      )}
    </>
  );
}

function RecentItem({ connection }: { readonly connection: Connection }) {
  const { kind, id, name, opens, holder, lastUsedAt, lastUsedBy } = connection;
  return (
    <Item>
      <p>
        <Link
          className="inline-flex min-h-11 items-center font-medium underline sm:min-h-6"
          search={{ credential: `${kind}:${id}` }}
          to="/activity"
        >
          <bdi>{name}</bdi>
        </Link>
      </p>
      <p className="text-ink2">
        {lastUsedAt === null ? null : <When at={lastUsedAt} />}
        {lastUsedBy === null ? null : (
          <>
            {" by "}
            <bdi>{lastUsedBy}</bdi>
          </>
        )}
      </p>
      <p className="text-ink2">
        {holder.isYou ? "Your" : <Whose name={holder.name} />} {kind}, {accessWords(opens)}
      </p>
    </Item>
  );
}

function Whose({ name }: { readonly name: string }) {
  return (
    <>
      <bdi>{name}</bdi>’s
    </>
  );
}
