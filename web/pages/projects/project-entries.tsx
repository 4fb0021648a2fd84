import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { api, type Output } from "../../api.ts";
import { Page } from "../../components/page.tsx";
import { ListView } from "../../list/list-view.tsx";
import type { List } from "../../list/list.ts";
import { entryList } from "./entry-list.tsx";
import type { Detail } from "./project-view.tsx";

const PATH = "GET /api/teams/:team/projects/:id/entries";

/** All entries of a project, of any days, with their total. */
export function ProjectEntries({ project }: Pick<Detail, "project">) {
  const { id, name, customer } = project;
  const list = useMemo(() => entriesOf(id), [id]);
  return (
    <Page
      back={{ to: `/projects/${id}`, label: name }}
      heading={
        <>
          Entries of <bdi>{name}</bdi>
        </>
      }
      lead={
        customer === null ? undefined : (
          <Link params={{ id: customer.id }} to="/customers/$id">
            <bdi>{customer.name}</bdi>
          </Link>
        )
      }
      title={`Entries of ${name}`}
    >
      <ListView choices={{}} list={list} />
    </Page>
  );
}

function entriesOf(id: string): List<Output<typeof PATH>["items"][number]> {
  return entryList({
    page: { to: "/projects/$id", id, search: { tab: "entries" } },
    route: PATH,
    read: async (days, place) => api(PATH, { id, ...days, ...place }),
    name: {
      title: "Who",
      width: "minmax(0, 0.8fr)",
      cell: ({ assigned }) => <bdi>{assigned.name}</bdi>,
    },
    secondsOf: ({ duration }) => duration,
    what: "the entries",
    on: "the project",
  });
}
