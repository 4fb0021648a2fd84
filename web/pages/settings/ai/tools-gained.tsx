import { Answer } from "../../../components/answer.tsx";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { COMING_TOOLS } from "./coming-tools.ts";

type Gained = { readonly name: string; readonly title: string; readonly effect: string };

/** The tools that delete, each with what it deletes: those of this version, then those to come. */
export function ToolsGained() {
  const answer = useOfTeam(useTeam(), "GET /api/teams/:team/tools", {});
  return (
    <Answer query={answer} what="the tools that delete">
      {({ tools }) => {
        const built = tools.filter(({ tier }) => tier === "destructive");
        const names = new Set(built.map(({ name }) => name));
        const coming = COMING_TOOLS.filter(({ name }) => !names.has(name));
        return (
          <div className="grid gap-4">
            <Tools title="They get now" tools={built} />
            {coming.length === 0 ? null : (
              <Tools
                title="They also get, once a later version brings them while this is on"
                tools={coming}
              />
            )}
          </div>
        );
      }}
    </Answer>
  );
}

function Tools({ title, tools }: { readonly title: string; readonly tools: readonly Gained[] }) {
  return (
    <section className="grid gap-1">
      <h3 className="font-medium">{title}</h3>
      <ul className="divide-y divide-line border-y border-line">
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
