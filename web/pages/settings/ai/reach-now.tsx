import { Link } from "@tanstack/react-router";
import { Answer, Empty } from "../../../components/answer.tsx";
import { ButtonLink } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { Reach } from "../reach.tsx";
import { type Credential, credentialsOf } from "./credentials.ts";

/** Current access of each key and app, widest first. */
export function ReachNow() {
  const team = useTeam();
  const keys = useOfTeam(team, "GET /api/teams/:team/keys", {});
  const apps = useOfTeam(team, "GET /api/teams/:team/apps", {});
  return (
    <Section
      hint={
        <>
          {leads(team) ? "All keys and apps of the team" : "Your own keys and apps"}. Their access
          depends on their scopes, the holder’s role and the switch above. Manage them in{" "}
          <Link className="underline" to="/settings/developer">
            Settings, Developer
          </Link>
          .
        </>
      }
      id="now"
      title="Current access of keys and apps"
    >
      <Answer query={keys} what="the API keys">
        {({ keys }) => (
          <Answer query={apps} what="the connected apps">
            {({ apps }) => <Credentials rows={widestFirst(credentialsOf(keys, apps))} />}
          </Answer>
        )}
      </Answer>
    </Section>
  );
}

function widestFirst(all: readonly Credential[]): readonly Credential[] {
  return all.toSorted((one, other) => power(other) - power(one));
}

function power({ opens }: Credential): number {
  return Number(opens.read) + Number(opens.write) + Number(opens.destructive);
}

function Credentials({ rows }: { readonly rows: readonly Credential[] }) {
  const isLeading = leads(useTeam());
  if (rows.length === 0)
    return (
      <Empty
        action={<ButtonLink to="/connect">Connect an assistant</ButtonLink>}
        title="No connected keys or apps"
      >
        No key or app has access to the team’s data now.
      </Empty>
    );
  return (
    <Table
      caption="Keys and apps"
      columns={isLeading ? [NAME, HELD_BY, CAN] : [NAME, CAN]}
      keyOf={({ id }) => id}
      rows={rows}
    />
  );
}

const NAME: Column<Credential> = {
  title: "Name",
  cell: ({ name, what }) => (
    <span className="grid justify-items-start">
      <bdi className="font-medium">{name}</bdi>
      <bdi className="font-normal text-ink2">{what}</bdi>
    </span>
  ),
  narrow: "first",
  isHeader: true,
};
const HELD_BY: Column<Credential> = {
  title: "Held by",
  cell: ({ holder }) => (holder.isYou ? "You" : <bdi>{holder.name}</bdi>),
};
const CAN: Column<Credential> = {
  title: "Can do now",
  cell: ({ opens }) => <Reach opens={opens} />,
};
