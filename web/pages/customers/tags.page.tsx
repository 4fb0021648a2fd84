import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Answer, Empty } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { useOpen } from "../../open.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { TagMenu } from "./tag-menu.tsx";
import type { Tag } from "./tag.ts";

const dialogs = async () => import("./tag-dialogs.tsx");
const NewTag = lazy(async () => dialogs().then(({ NewTag }) => ({ default: NewTag })));
const RenameTag = lazy(async () => dialogs().then(({ RenameTag }) => ({ default: RenameTag })));
const MergeTag = lazy(async () => dialogs().then(({ MergeTag }) => ({ default: MergeTag })));
const DeleteTag = lazy(async () => dialogs().then(({ DeleteTag }) => ({ default: DeleteTag })));

const BACK = { to: "/customers", label: "Customers" } as const;

/** The team's tags: making, renaming, merging and deleting them. */
export function Tags() {
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/tags", {});
  const { show } = useOpen();
  return (
    <Page
      actions={
        <Button kind="primary" onClick={() => show("new")}>
          New tag
        </Button>
      }
      back={BACK}
      lead="Tags group customers. A tag that is merged or deleted leaves the customers themselves as they are."
      title="Tags"
    >
      <Answer query={query} what="the tags">
        {({ tags }) => (
          <>
            {tags.length === 0 ? <NoTags /> : <TagTable tags={tags} />}
            <OpenDialog tags={tags} />
          </>
        )}
      </Answer>
    </Page>
  );
}

function NoTags() {
  return (
    <Empty title="No tags yet">
      Make one here, or while you tag customers. The list of customers can be filtered by tags.
    </Empty>
  );
}

function TagTable({ tags }: { readonly tags: readonly Tag[] }) {
  return (
    <div className="max-w-settings">
      <Table
        actions={(tag) => <TagMenu canMerge={tags.length > 1} tag={tag} />}
        caption="Tags"
        columns={[
          { title: "Tag", isHeader: true, narrow: "first", cell: ({ name }) => <bdi>{name}</bdi> },
          {
            title: "Customers",
            align: "end",
            narrow: "plain",
            cell: ({ id, customers }) => <Customers count={customers} tag={id} />,
          },
        ]}
        keyOf={({ id }) => id}
        rows={tags}
      />
    </div>
  );
}

/** Number of customers with the tag, which leads to them. */
function Customers({ count, tag }: { readonly count: number; readonly tag: string }) {
  return (
    <Link className="inline-flex min-h-11 items-center sm:min-h-6" search={{ tag }} to="/customers">
      <span>
        {count.toLocaleString("en-GB")}
        <span className="@min-[40rem]:sr-only"> {count === 1 ? "customer" : "customers"}</span>
      </span>
    </Link>
  );
}

/** The dialog in the address. */
function OpenDialog({ tags }: { readonly tags: readonly Tag[] }) {
  const { open, about, hide } = useOpen();
  const tag = tags.find(({ id }) => id === about);
  return (
    <Suspense>
      {open === "new" ? <NewTag onClose={hide} /> : null}
      {open === "rename" && tag !== undefined ? <RenameTag onClose={hide} tag={tag} /> : null}
      {open === "merge" && tag !== undefined ? (
        <MergeTag onClose={hide} tag={tag} tags={tags} />
      ) : null}
      {open === "delete" && tag !== undefined ? <DeleteTag onClose={hide} tag={tag} /> : null}
    </Suspense>
  );
}
