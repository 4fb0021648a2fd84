import { useParams, useSearch, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { api, type Output } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Page } from "../../components/page.tsx";
import { ListView } from "../../list/list-view.tsx";
import type { List } from "../../list/list.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { isUnknown } from "../customers/customer.ts";
import { NotFound } from "../not-found.tsx";
import { entryList } from "./entry-list.tsx";
import { ProjectView } from "./project-view.tsx";
import type { Detail } from "./project.ts";

const EVERY_MS = 30_000;

export function ProjectPage() {
  const { id } = useParams({ from: "/projects/$id" });
  const { tab } = useSearch({ from: "/projects/$id" });
  const query = useOfTeam(
    useTeam(),
    "GET /api/teams/:team/projects/:id",
    { id },
    { everyMs: EVERY_MS },
  );
  if (query.data !== undefined)
    return tab === "entries" ? (
      <ProjectEntries project={query.data.project} />
    ) : (
      <ProjectView detail={query.data} key={id} />
    );
  if (isUnknown(query.error)) return <NotFound />;
  return (
    <Page title="Project">
      <Answer query={query} what="the project">
        {() => null}
      </Answer>
    </Page>
  );
}

const PATH = "GET /api/teams/:team/projects/:id/entries";

function ProjectEntries({ project }: Pick<Detail, "project">) {
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
      width: { least: 9, grow: 0.8 },
      cell: ({ assigned }) => <bdi>{assigned.name}</bdi>,
    },
    secondsOf: ({ duration }) => duration,
    what: "the entries",
    on: "the project",
  });
}
