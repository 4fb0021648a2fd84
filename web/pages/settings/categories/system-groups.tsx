import { type ComponentProps, type KeyboardEvent, useState } from "react";
import type { Group } from "../../../categories/tree.ts";
import { Button } from "../../../components/button.tsx";
import { moved, moveOf } from "../../../list/keys.ts";
import { counted } from "../../../numbers.ts";
import { CategoryItem } from "./category-item.tsx";

/** Category with which the numbers of linked transfers stand, whatever category their sides have. */
const OF_TRANSFERS = "internal-transfer";

type SystemGroupsProps = {
  readonly groups: readonly Group[];
  /** Number of transactions by slug; undefined until they are counted. */
  readonly uses: ReadonlyMap<string, number> | undefined;
  readonly linked: number | undefined;
  /** True while the groups are the result of a search, of which nothing is folded. */
  readonly isSearched: boolean;
};

/** System categories, each group under the one that heads it. One Tab reaches them; arrows move between them. */
export function SystemGroups({ groups: all, uses, linked, isSearched }: SystemGroupsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const linkedOf = (slug: string) => (slug === OF_TRANSFERS ? linked : undefined);
  const used = usedOf(
    all,
    (slug) => uses === undefined || uses.has(slug) || (linkedOf(slug) ?? 0) > 0,
  );
  const unused = sizeOf(all) - sizeOf(used);
  // Where nothing is used yet, all are shown.
  const isFoldable = !isSearched && unused > 0 && used.length > 0;
  const groups = isFoldable && !isOpen ? used : all;
  const ids = groups.flatMap(({ items }) => items.map(({ id }) => id));
  const [current, setCurrent] = useState<string | null>(null);
  const reached = current !== null && ids.includes(current) ? current : ids[0];
  const placeOf = (id: string) => ({
    tabIndex: id === reached ? 0 : -1,
    onFocus: () => setCurrent(id),
    onKeyDown: step,
  });
  return (
    <div className="grid gap-3">
      {isFoldable ? (
        <div>
          <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? "Hide" : "Show"} {counted(unused, "unused category", "unused categories")}
          </Button>
        </div>
      ) : null}
      <fieldset aria-label="System categories" className="grid min-w-0 gap-5">
        {groups.map((group) => (
          <SystemGroup
            group={group}
            key={group.id}
            linkedOf={linkedOf}
            placeOf={placeOf}
            uses={uses}
          />
        ))}
      </fieldset>
    </div>
  );
}

type SystemGroupProps = Pick<SystemGroupsProps, "uses"> & {
  readonly group: Group;
  readonly linkedOf: (slug: string) => number | undefined;
  readonly placeOf: (id: string) => NonNullable<ComponentProps<typeof CategoryItem>["place"]>;
};

function SystemGroup({ group: { id, name, items }, uses, linkedOf, placeOf }: SystemGroupProps) {
  const head = items.find((category) => category.id === id);
  const below = items.filter((category) => category.id !== id);
  return (
    <section aria-labelledby={`group-${id}`}>
      {head === undefined ? (
        <h3 className="py-2 font-semibold" id={`group-${id}`}>
          {name}
        </h3>
      ) : (
        <CategoryItem
          category={head}
          heading={`group-${id}`}
          parent={undefined}
          place={placeOf(id)}
          uses={uses?.get(head.slug)}
        />
      )}
      <ul className="divide-y divide-line border-y border-line empty:border-b-0">
        {below.map((category) => (
          <li key={category.id}>
            <CategoryItem
              category={category}
              linked={linkedOf(category.slug)}
              parent={undefined}
              place={placeOf(category.id)}
              uses={uses?.get(category.slug)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Categories with transactions, each group with its head. */
function usedOf(groups: readonly Group[], isUsed: (slug: string) => boolean): readonly Group[] {
  return groups
    .filter(({ items }) => items.some(({ slug }) => isUsed(slug)))
    .map((group) => ({
      ...group,
      items: group.items.filter(({ id, slug }) => id === group.id || isUsed(slug)),
    }));
}

export function sizeOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { items }) => sum + items.length, 0);
}

function rowOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>("[data-category]");
}

/** Goes to the same control of another category. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  const move = moveOf(key, { isInList: true, areLettersOn: false });
  const row = rowOf(currentTarget);
  if (move === null || row === null || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const all = currentTarget.closest("fieldset")?.querySelectorAll<HTMLElement>("[data-category]");
  const rows = [...(all ?? [])];
  const to = rows[moved(rows.indexOf(row), move, rows.length)];
  const kind = currentTarget instanceof HTMLButtonElement ? "button" : "a";
  to?.querySelector<HTMLElement>(kind)?.focus();
}
