import type { Output } from "../../../api.ts";
import { Answer } from "../../../components/answer.tsx";
import { Section } from "../../../components/page.tsx";
import { Status } from "../../../components/status.tsx";
import { type Column, Table } from "../../../components/table.tsx";
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
        {({ tools }) => (
          <>
            <Blocked tools={tools} />
            <Table
              caption="Tools"
              columns={COLUMNS}
              keyOf={({ name }) => name}
              rows={tools.toSorted((one, other) => ORDER[one.tier] - ORDER[other.tier])}
            />
          </>
        )}
      </Answer>
    </Section>
  );
}

const ORDER = { read: 0, write: 1, destructive: 2 } as const;
const WORDS = { read: "Reads", write: "Changes", destructive: "Deletes" } as const;

const COLUMNS: readonly Column<Tool>[] = [
  { title: "Tool", cell: (tool) => <Name of={tool} />, narrow: "first", isHeader: true },
  { title: "Effect", cell: ({ effect }) => effect, narrow: "plain" },
  { title: "Kind", cell: (tool) => <Kind of={tool} /> },
];

function Name({ of: { title, name } }: { readonly of: Tool }) {
  return (
    <span className="grid">
      <span className="font-medium">{title}</span>
      <code className="font-mono text-small font-normal text-ink2">{name}</code>
    </span>
  );
}

function Kind({ of: { tier } }: { readonly of: Tool }) {
  const { isOn } = useDeleting();
  if (tier !== "destructive") return WORDS[tier];
  return isOn ? (
    <Status tone="warn">{WORDS[tier]}</Status>
  ) : (
    <Status tone="quiet">{WORDS[tier]}, blocked</Status>
  );
}

function Blocked({ tools }: { readonly tools: readonly Tool[] }) {
  const { isOn } = useDeleting();
  const titles = tools.filter(({ tier }) => tier === "destructive").map(({ title }) => title);
  if (isOn || titles.length === 0) return null;
  return <p>Blocked for everybody while tools that delete are off: {LIST.format(titles)}.</p>;
}

const LIST = new Intl.ListFormat("en-GB");
