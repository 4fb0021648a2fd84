import { Link } from "@tanstack/react-router";
import { api, type Output } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { ActionsMenu, MenuItem, MenuLink, MenuRule } from "../../components/menu.tsx";
import { folded } from "../../folded.ts";
import type { List } from "../../list/list.ts";
import { counted } from "../../numbers.ts";
import { useOpen } from "../../open.ts";
import { useTags } from "../../tags/use-tags.ts";
import { NewButton } from "../projects/new-button.tsx";

export type Tag = Output<typeof PATH>["tags"][number];

export const NEW_TAG = "new";

const PATH = "GET /api/teams/:team/tags";

/** The team's tags, all at once; each opens its current customers. */
export const TAG_LIST: List<Tag> = {
  page: "/customers/tags",
  openAs: { page: (id) => `/customers?tag=${id}` },
  route: PATH,
  read: async ({ q = "", sort }, { team }) => {
    const { tags } = await api(PATH, { team });
    const found = tags.filter(({ name }) => folded(name).includes(folded(q)));
    return { rows: sorted(found, sort), nextCursor: null };
  },
  keyOf: ({ id }) => id,
  search: { label: "Search tags" },
  sort: "name",
  filters: [],
  columns: [
    {
      title: "Tag",
      width: { least: 9, grow: 1 },
      narrow: "first",
      isName: true,
      sort: {
        by: "name",
        first: "ascending",
        ascending: "By name, A to Z",
        descending: "By name, Z to A",
      },
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      title: "Customers",
      width: 6,
      align: "end",
      narrow: "first",
      sort: {
        by: "customers",
        first: "descending",
        ascending: "Fewest customers first",
        descending: "Most customers first",
      },
      cell: ({ customers }) => (
        // The row's link leads to them: only its look is repeated here.
        <span className={customers === 0 ? "" : "text-accent"}>
          {customers.toLocaleString("en-GB")}
          <span className="table:sr-only">{customers === 1 ? " customer" : " customers"}</span>
        </span>
      ),
    },
    {
      title: "Archived",
      width: 6,
      align: "end",
      narrow: "second",
      cell: ({ id, archived_customers: archived }) =>
        archived === 0 ? (
          <span className="text-ink3 lines:hidden">0</span>
        ) : (
          // Above the link that covers the row, and on phones beside the menu's button.
          <Link
            className="relative z-1 -my-1 inline-block py-1 lines:me-14"
            search={{ tag: id, archived: "true" }}
            to="/customers"
          >
            {archived.toLocaleString("en-GB")}
            <span className="table:sr-only"> archived</span>
          </Link>
        ),
    },
    {
      title: "Menu",
      isTitleHidden: true,
      width: 2.25,
      align: "end",
      narrow: "first",
      cell: (tag) => (
        // Above the link that covers the row.
        <span className="relative z-1 -my-3 flex justify-end table:-my-1.5">
          <TagMenu tag={tag} />
        </span>
      ),
    },
  ],
  everyMs: 60_000,
  words: {
    what: "the tags",
    one: "tag",
    many: "tags",
    first: "first",
    further: "further",
  },
  neverAny: (
    <Empty action={<NewButton open={NEW_TAG}>New tag</NewButton>} title="No tags yet">
      Make one here, or while you tag customers. The list of customers can be filtered by tags.
    </Empty>
  ),
};

/** The route answers all tags by name, so that they are put into order here. */
function sorted(tags: readonly Tag[], sort: string | undefined): readonly Tag[] {
  if (sort === "-name") return tags.toReversed();
  if (sort === "customers") return tags.toSorted((one, other) => one.customers - other.customers);
  if (sort === "-customers") return tags.toSorted((one, other) => other.customers - one.customers);
  return tags;
}

function TagMenu({ tag: { id, name } }: { readonly tag: Tag }) {
  const { show } = useOpen();
  const canMerge = (useTags() ?? []).length > 1;
  return (
    <ActionsMenu id={tagMenuId(id)} label={`Actions for ${name}`}>
      <MenuLink search={{ tag: id }} to="/customers">
        Show its customers
      </MenuLink>
      <MenuItem onPress={() => show("rename", id)}>Rename…</MenuItem>
      {canMerge ? <MenuItem onPress={() => show("merge", id)}>Merge into another…</MenuItem> : null}
      <MenuRule />
      <MenuItem onPress={() => show("delete", id)} tone="bad">
        Delete…
      </MenuItem>
    </ActionsMenu>
  );
}

export function tagMenuId(tag: string): string {
  return `tag-${tag}`;
}

/** Customers that have the tag: `8 customers and 2 archived ones`. */
export function carriersOf({ customers, archived_customers: archived }: Tag): string {
  if (archived === 0) return counted(customers, "customer");
  if (customers === 0) return counted(archived, "archived customer");
  const ones = archived === 1 ? "one" : "ones";
  return `${counted(customers, "customer")} and ${archived.toLocaleString("en-GB")} archived ${ones}`;
}
