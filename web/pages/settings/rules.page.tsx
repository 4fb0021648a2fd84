import { lazy, Suspense } from "react";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { useOpen } from "../../open.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { RuleList } from "./rules/rule-list.tsx";

const RuleDialog = lazy(async () =>
  import("./rules/rule-editor.tsx").then(({ RuleDialog }) => ({ default: RuleDialog })),
);

export function RuleSettings() {
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/rules", {});
  const { open, show } = useOpen();
  return (
    <Page
      lead="The first rule that sets a field wins. What a person or an assistant set stays."
      title="Rules"
    >
      <Answer query={query} what="the rules">
        {({ items }) => (
          <>
            <Section
              actions={
                <Button kind="primary" onClick={() => show("new")}>
                  Add a rule
                </Button>
              }
              {...(items.length < 2 ? {} : { hint: ARROWS })}
              id="rules"
              title="Rules for transactions"
            >
              <RuleList rules={items} />
            </Section>
            <Suspense>{open === null ? null : <RuleDialog rules={items} />}</Suspense>
          </>
        )}
      </Answer>
    </Page>
  );
}

const ARROWS = (
  <span className="pointer-coarse:hidden">
    Arrow keys go from one to the next, and Enter opens it.
  </span>
);
