import { lazy, Suspense, useState } from "react";
import { type Category, groupsNamed, groupsOf } from "../../categories/tree.ts";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { looseField } from "../../form/field.ts";
import { TextField } from "../../form/text-field.tsx";
import { counted } from "../../numbers.ts";
import { useOpen } from "../../open.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { CategoryItem } from "./categories/category-item.tsx";
import { sizeOf, SystemGroups } from "./categories/system-groups.tsx";

const CategoryDialog = lazy(async () =>
  import("./categories/category-dialogs.tsx").then(({ CategoryDialog }) => ({
    default: CategoryDialog,
  })),
);

export function CategorySettings() {
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/categories", {});
  const counts = useOfTeam(useTeam(), "GET /api/teams/:team/categories/uses", {});
  const uses = counts.data && new Map(counts.data.items.map(({ slug, count }) => [slug, count]));
  const { open } = useOpen();
  const [typed, setTyped] = useState("");
  return (
    <Page
      lead="Reports sum up transactions by category. The number beside a category leads to its transactions."
      title="Categories"
      width="settings"
    >
      <Answer query={query} what="the categories">
        {({ items }) => {
          const named = new Set(groupsNamed(groupsOf(items), typed).flatMap(({ items }) => items));
          const own = items.filter((category) => !category.system && named.has(category));
          const groups = groupsNamed(groupsOf(items.filter(({ system }) => system)), typed);
          return (
            <>
              <FindCategory found={own.length + sizeOf(groups)} onTyped={setTyped} typed={typed} />
              <OwnCategories all={items} shown={own} uses={uses} />
              <Section hint={SAME_FOR_ALL} id="system" title="System categories">
                {counts.isPending ? null : (
                  <SystemGroups
                    groups={groups}
                    isSearched={typed !== ""}
                    linked={counts.data?.linked}
                    uses={uses}
                  />
                )}
              </Section>
            </>
          );
        }}
      </Answer>
      <Suspense>{open === null ? null : <CategoryDialog />}</Suspense>
    </Page>
  );
}

const SAME_FOR_ALL = (
  <>
    They are the same in every team. You can hide what you do not use: transactions that have it
    keep it.
    <span className="pointer-coarse:hidden"> Arrow keys go from one to the next.</span>
  </>
);

type FindCategoryProps = {
  readonly typed: string;
  readonly found: number;
  readonly onTyped: (typed: string) => void;
};

function FindCategory({ typed, found, onTyped }: FindCategoryProps) {
  return (
    <div className="sm:w-72">
      <TextField
        field={looseField<string | null>("find-category", typed, (text) => onTyped(text ?? ""))}
        isLabelHidden
        isOptional
        label="Find a category"
        placeholder="Find a category"
        type="search"
      />
      <output className="block pt-1 text-ink2 empty:hidden">
        {typed === "" ? null : foundWords(found, typed)}
      </output>
    </div>
  );
}

function foundWords(count: number, typed: string): string {
  return count === 0
    ? `No category is called “${typed}”.`
    : counted(count, "category found", "categories found");
}

type OwnCategoriesProps = {
  readonly all: readonly Category[];
  readonly shown: readonly Category[];
  readonly uses: ReadonlyMap<string, number> | undefined;
};

function OwnCategories({ all, shown, uses }: OwnCategoriesProps) {
  const { show } = useOpen();
  return (
    <Section
      actions={
        <Button kind="primary" onClick={() => show("new")}>
          Add a category
        </Button>
      }
      id="own"
      title="Categories of the team"
    >
      {all.every(({ system }) => system) ? (
        <p className="text-ink2">
          <span className="font-medium text-ink">No categories of your own.</span> The system’s are
          enough for most teams. Add one for what they do not tell apart.
        </p>
      ) : (
        <ul aria-label="Categories of the team" className="divide-y divide-line">
          {shown.map((category) => (
            <li key={category.id}>
              <CategoryItem
                category={category}
                parent={all.find(({ id }) => id === category.parent_id)}
                uses={uses?.get(category.slug)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
