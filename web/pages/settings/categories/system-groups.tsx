import type { Group } from "../../../categories/tree.ts";
import { CategoryItem } from "./category-item.tsx";
import { kindName } from "./kinds.ts";

/** System categories under the heads of their groups. */
export function SystemGroups({ groups }: { readonly groups: readonly Group[] }) {
  return (
    <div className="grid gap-5">
      {groups.map(({ id, name, items }) => (
        <section aria-labelledby={`group-${id}`} key={id}>
          <h3 className="flex items-baseline gap-3 font-semibold" id={`group-${id}`}>
            {name}
            <span className="text-small font-normal text-ink2">
              {kindName(items[0]?.kind ?? "")}
            </span>
          </h3>
          <ul className="divide-y divide-line border-y border-line">
            {items.map((category) => (
              <CategoryItem category={category} key={category.id} parent={undefined} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
