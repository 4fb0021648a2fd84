import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { useOpen } from "../../open.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { RuleList } from "./rules/rule-list.tsx";
import type { Rule } from "./rules/rule.ts";

const editors = async () => import("./rules/rule-editor.tsx");
const NewRule = lazy(async () => editors().then(({ NewRule }) => ({ default: NewRule })));
const EditRule = lazy(async () => editors().then(({ EditRule }) => ({ default: EditRule })));
const ApplyRule = lazy(async () =>
  editors().then(({ ApplyRuleDialog }) => ({ default: ApplyRuleDialog })),
);

/** Rules that set what transactions lack. */
export function RuleSettings() {
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/rules", {});
  const { show } = useOpen();
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
            <OpenDialog rules={items} />
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

/** The dialog in the address. A link may bring the words of a new rule. */
function OpenDialog({ rules }: { readonly rules: readonly Rule[] }) {
  const { open, about, hide } = useOpen();
  const { words } = useSearch({ strict: false });
  const rule = rules.find(({ id }) => id === about);
  return (
    <Suspense>
      {open === "new" ? (
        <NewRule onClose={hide} words={words === undefined ? [] : [words]} />
      ) : null}
      {open === "edit" && rule !== undefined ? <EditRule onClose={hide} rule={rule} /> : null}
      {open === "apply" && rule !== undefined ? <ApplyRule onClose={hide} rule={rule} /> : null}
    </Suspense>
  );
}
