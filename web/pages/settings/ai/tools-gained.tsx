import { Answer } from "../../../components/answer.tsx";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";

/** The tools that delete, each with its effect. */
export function ToolsGained() {
  const answer = useOfTeam(useTeam(), "GET /api/teams/:team/tools", {});
  return (
    <Answer query={answer} what="the tools that delete">
      {({ tools }) => (
        <section className="grid gap-1">
          <h3 className="font-medium">They get these tools</h3>
          <ul className="divide-y divide-line border-y border-line">
            {tools
              .filter(({ tier }) => tier === "destructive")
              .map(({ name, title, effect }) => (
                <li className="gap-x-4 py-1 sm:grid sm:grid-cols-[9rem_1fr]" key={name}>
                  <p className="font-medium">{title}</p>
                  <p className="text-ink2">{effect}</p>
                </li>
              ))}
          </ul>
        </section>
      )}
    </Answer>
  );
}
