import { lazy, Suspense, useState } from "react";
import { type Group, groupsNamed, groupsOf } from "../../categories/tree.ts";
import { useCategories } from "../../categories/use-categories.ts";
import { Answer, Empty } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { counted } from "../../counted.ts";
import { looseField } from "../../form/field.ts";
import { TextField } from "../../form/text-field.tsx";
import { useOpen } from "../../open.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { CategoryItem } from "./categories/category-item.tsx";
import { SystemGroups } from "./categories/system-groups.tsx";

const dialogs = async () => import("./categories/category-dialogs.tsx");
const NewCategory = lazy(async () =>
  dialogs().then(({ NewCategory }) => ({ default: NewCategory })),
);
const EditCategory = lazy(async () =>
  dialogs().then(({ EditCategory }) => ({ default: EditCategory })),
);
const DeleteCategory = lazy(async () =>
  dialogs().then(({ DeleteCategory }) => ({ default: DeleteCategory })),
);
const SetCategory = lazy(async () =>
  import("./categories/set-category.tsx").then(({ SetCategory }) => ({ default: SetCategory })),
);

/** Categories of transactions: the team's own, and those of the system with what the team says of them. */
export function CategorySettings() {
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/categories", {});
  const { show } = useOpen();
  const [typed, setTyped] = useState("");
  return (
    <Page
      lead="What money was earned with or spent on. Reports sum transactions by these."
      title="Categories"
      width="settings"
    >
      <Answer query={query} what="the categories">
        {({ items }) => {
          const own = items.filter(({ system }) => !system);
          const found = groupsNamed(groupsOf(items.filter(({ system }) => system)), typed);
          return (
            <>
              <Section
                actions={
                  <Button kind="primary" onClick={() => show("new")}>
                    Add a category
                  </Button>
                }
                id="own"
                title="Categories of the team"
              >
                {own.length === 0 ? (
                  <Empty title="No categories of your own">
                    The system’s are enough for most teams. Add one for what they do not tell apart.
                  </Empty>
                ) : (
                  <ul aria-label="Categories of the team" className="divide-y divide-line">
                    {own.map((category) => (
                      <CategoryItem
                        category={category}
                        key={category.id}
                        parent={items.find(({ id }) => id === category.parent_id)}
                      />
                    ))}
                  </ul>
                )}
              </Section>
              <Section
                actions={
                  <div className="w-56 max-sm:w-full">
                    <TextField
                      field={looseField<string | null>("find-category", typed, (text) =>
                        setTyped(text ?? ""),
                      )}
                      isLabelHidden
                      isOptional
                      label="Find a system category"
                      placeholder="Find a category"
                      type="search"
                    />
                  </div>
                }
                hint="They are the same in every team. You can hide what you do not use: transactions that have it keep it."
                id="system"
                title="System categories"
              >
                <SystemGroups groups={found} />
                <output className="text-ink2 empty:hidden">
                  {typed === "" ? null : foundWords(found, typed)}
                </output>
              </Section>
            </>
          );
        }}
      </Answer>
      <OpenDialog />
    </Page>
  );
}

function foundWords(groups: readonly Group[], typed: string): string {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return count === 0
    ? `No system category is called “${typed}”.`
    : counted(count, "category found", "categories found");
}

/** The dialog in the address. */
function OpenDialog() {
  const { open, about, hide } = useOpen();
  const category = useCategories()?.items.find(({ id }) => id === about);
  return (
    <Suspense>
      {open === "new" ? <NewCategory onClose={hide} /> : null}
      {open === "edit" && category?.system === false ? (
        <EditCategory category={category} onClose={hide} />
      ) : null}
      {open === "delete" && category?.system === false ? (
        <DeleteCategory category={category} onClose={hide} />
      ) : null}
      {open === "set" && category?.system === true ? (
        <SetCategory category={category} onClose={hide} />
      ) : null}
    </Suspense>
  );
}
