import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { Output } from "../../api.ts";
import { Answer, Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Reach, useDeleting } from "../../components/reach.tsx";
import { Status } from "../../components/status.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { counted } from "../../numbers.ts";
import { useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import type { Connection } from "../connect/connection.ts";
import { Connections } from "../connect/connections.tsx";
import { DeletingSwitch } from "./ai/deleting.tsx";
import { DeletionLimit } from "./ai/limit.tsx";

export function Ai() {
  return (
    <Page lead="Limits for assistants in this team, and the current access of each." title="AI">
      <DeletingSwitch />
      <DeletionLimit />
      <AccessNow />
      <Tools />
    </Page>
  );
}

/** Current access of each key and app, widest first. */
function AccessNow() {
  const isLeading = leads(useTeam());
  return (
    <Section
      hint={
        <>
          {isLeading ? "All keys and apps of the team" : "Your own keys and apps"}. Their access
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
      <Connections>
        {(connections) =>
          connections.length === 0 ? (
            <Empty
              action={<ButtonLink to="/connect">Connect an assistant</ButtonLink>}
              title="No connected keys or apps"
            >
              No key or app has access to the team’s data now.
            </Empty>
          ) : (
            <Table
              caption="Keys and apps"
              columns={isLeading ? [NAME, HELD_BY, CAN] : [NAME, CAN]}
              keyOf={({ id }) => id}
              rows={connections.toSorted((one, other) => power(other) - power(one))}
            />
          )
        }
      </Connections>
    </Section>
  );
}

function power({ opens }: Connection): number {
  return Number(opens.read) + Number(opens.write) + Number(opens.destructive);
}

const NAME: Column<Connection> = {
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
const HELD_BY: Column<Connection> = {
  title: "Held by",
  cell: ({ holder }) => (holder.isYou ? "You" : <bdi>{holder.name}</bdi>),
};
const CAN: Column<Connection> = {
  title: "Can do now",
  cell: ({ opens }) => <Reach opens={opens} />,
};

type Tool = Output<"GET /api/teams/:team/tools">["tools"][number];

function Tools() {
  const answer = useOfTeam(useTeam(), "GET /api/teams/:team/tools", {});
  return (
    <Section
      hint="All tools of this server. The access of a key or app decides which of them it gets."
      id="tools"
      title="Tools of assistants"
    >
      <Answer query={answer} what="the tools">
        {({ tools }) => TIERS.map((tier) => <Tier key={tier.tier} {...tier} tools={tools} />)}
      </Answer>
    </Section>
  );
}

/** The tools that do the most harm come first, and the many others are folded. */
const TIERS = [
  { tier: "destructive", title: "Deletes", caption: "Tools that delete", isOpen: true },
  { tier: "write", title: "Changes", caption: "Tools that change", isOpen: false },
  { tier: "read", title: "Reads", caption: "Tools that read", isOpen: false },
] as const;

type TierProps = (typeof TIERS)[number] & { readonly tools: readonly Tool[] };

function Tier({ tier, title, caption, isOpen, tools }: TierProps) {
  const rows = tools.filter((tool) => tool.tier === tier);
  return (
    <details className="group" open={isOpen}>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-1 hover:underline">
        <ChevronRight
          aria-hidden
          className="shrink-0 group-open:rotate-90"
          size={16}
          strokeWidth={1.5}
        />
        <h3 className="font-medium">
          {title}, {counted(rows.length, "tool")}
        </h3>
        {tier === "destructive" ? <DeletingStatus /> : null}
      </summary>
      <Table caption={caption} columns={COLUMNS} keyOf={({ name }) => name} rows={rows} />
    </details>
  );
}

function DeletingStatus() {
  const { isOn } = useDeleting();
  return (
    <span className="ps-5 sm:ps-2">
      {isOn ? (
        <Status tone="warn">On</Status>
      ) : (
        <Status tone="quiet">Blocked for all assistants</Status>
      )}
    </span>
  );
}

const COLUMNS: readonly Column<Tool>[] = [
  {
    title: "Tool",
    cell: ({ title }) => <span className="font-medium">{title}</span>,
    narrow: "first",
    isHeader: true,
    width: "w-3/12",
  },
  {
    title: "Name",
    cell: ({ name }) => <code className="font-mono text-small text-ink2">{name}</code>,
    narrow: "hidden",
    width: "w-4/12",
  },
  { title: "Effect", cell: ({ effect }) => effect, narrow: "plain" },
];
