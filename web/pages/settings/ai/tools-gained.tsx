import type { Output } from "../../../api.ts";
import { Answer } from "../../../components/answer.tsx";
import { counted } from "../../../counted.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";

/** The tools that delete, each with its effect. */
export function ToolsGained() {
  const answer = useOfTeam(useTeam(), "GET /api/teams/:team/tools", {});
  return (
    <Answer query={answer} what="the tools that delete">
      {({ tools }) => <Tools tools={tools.filter(({ tier }) => tier === "destructive")} />}
    </Answer>
  );
}

type ToolsProps = Pick<Output<"GET /api/teams/:team/tools">, "tools">;

function Tools({ tools }: ToolsProps) {
  return (
    <section className="grid gap-1">
      <h3 className="font-medium">Each gets these {counted(tools.length, "tool")}</h3>
      <ul aria-label="Tools that delete" className="divide-y divide-line border-y border-line">
        {tools.map(({ name, title, effect }) => (
          <li className="gap-x-4 py-1 sm:grid sm:grid-cols-[9rem_1fr]" key={name}>
            <p className="font-medium">{title}</p>
            <p className="text-ink2">{effect}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
