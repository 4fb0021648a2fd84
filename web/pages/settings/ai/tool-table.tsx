import { ChevronRight } from "lucide-react";
import type { Output } from "../../../api.ts";
import { Answer } from "../../../components/answer.tsx";
import { Section } from "../../../components/page.tsx";
import { Status } from "../../../components/status.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { counted } from "../../../counted.ts";
import { useDeleting } from "../../../deleting.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";

type Tool = Output<"GET /api/teams/:team/tools">["tools"][number];

export function ToolTable() {
  const answer = useOfTeam(useTeam(), "GET /api/teams/:team/tools", {});
  return (
    <Section
      hint="All tools of this server. The access of a key or app decides which of them it gets."
      id="tools"
      title="Tools of assistants"
    >
      <Answer query={answer} what="the tools">
        {({ tools }) => TIERS.map((tier) => <Group key={tier.tier} {...tier} tools={tools} />)}
      </Answer>
    </Section>
  );
}

/** Groups of tools: those that do the most harm come first, and the many others are folded. */
const TIERS = [
  { tier: "destructive", title: "Deletes", caption: "Tools that delete", isOpen: true },
  { tier: "write", title: "Changes", caption: "Tools that change", isOpen: false },
  { tier: "read", title: "Reads", caption: "Tools that read", isOpen: false },
] as const;

type GroupProps = (typeof TIERS)[number] & { readonly tools: readonly Tool[] };

function Group({ tier, title, caption, isOpen, tools }: GroupProps) {
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
        {tier === "destructive" ? <Deleting /> : null}
      </summary>
      <Table caption={caption} columns={COLUMNS} keyOf={({ name }) => name} rows={rows} />
    </details>
  );
}

/** State of the switch above. */
function Deleting() {
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
