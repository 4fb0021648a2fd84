import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { type Output, api } from "../../api.ts";
import { Answer, Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Table } from "../../components/table.tsx";
import { ListView } from "../../list/list-view.tsx";
import type { List } from "../../list/list.ts";
import { hours } from "../../numbers.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { entryList } from "../projects/entry-list.tsx";
import { NEW_PROJECT } from "../projects/project.ts";
import type { Customer } from "./customer.ts";

type CustomerTime = Output<"GET /api/teams/:team/customers/:id/time">;

export function Time({ customer: { id } }: { readonly customer: Customer }) {
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/customers/:id/time", { id });
  return (
    <Answer query={query} what="the time">
      {(time) =>
        time.projects.length === 0 ? (
          <Empty
            action={
              <ButtonLink search={{ customer: id, open: NEW_PROJECT }} to="/projects">
                New project
              </ButtonLink>
            }
            title="No projects yet"
          >
            Time is tracked on projects. Give this customer a project, and its hours appear here.
          </Empty>
        ) : (
          <Tracked id={id} time={time} />
        )
      }
    </Answer>
  );
}

type TrackedProps = { readonly id: string; readonly time: CustomerTime };

function Tracked({ id, time: { projects, hasMore } }: TrackedProps) {
  const list = useMemo(() => timeListOf(id), [id]);
  return (
    <div className="grid gap-8">
      <section className="grid gap-2">
        <h2 className="text-section font-semibold">Projects</h2>
        <Table
          caption="Projects"
          columns={[
            {
              title: "Project",
              isHeader: true,
              narrow: "first",
              cell: ({ id, name }) => (
                <Link params={{ id }} to="/projects/$id">
                  <bdi>{name}</bdi>
                </Link>
              ),
            },
            {
              title: "Status",
              narrow: "plain",
              cell: ({ status }) => (status === "completed" ? "Completed" : "In progress"),
            },
            {
              title: "Hours",
              align: "end",
              narrow: "beside",
              cell: ({ seconds }) => hours(seconds),
            },
          ]}
          keyOf={({ id }) => id}
          rows={projects}
        />
        <p className="text-ink2">
          {hasMore ? "These are the newest 50 projects. " : null}
          <Link search={{ customer: id }} to="/projects">
            Open its projects as a list
          </Link>
        </p>
      </section>
      <section aria-labelledby="time-entries" className="grid gap-2">
        <h2 className="text-section font-semibold" id="time-entries">
          Time entries
        </h2>
        <ListView choices={{}} list={list} />
      </section>
    </div>
  );
}

const PATH = "GET /api/teams/:team/customers/:id/entries";

function timeListOf(id: string): List<Output<typeof PATH>["items"][number]> {
  return entryList({
    page: { to: "/customers/$id", id, search: { tab: "time" } },
    route: PATH,
    read: async (days, place) => api(PATH, { id, ...days, ...place }),
    name: {
      title: "Project",
      width: { least: 10, grow: 1.2 },
      cell: ({ project }) => <bdi>{project.name}</bdi>,
    },
    further: [
      {
        title: "Who",
        width: { least: 7, grow: 1 },
        narrow: "second",
        cell: ({ person }) => <bdi>{person}</bdi>,
      },
    ],
    secondsOf: ({ seconds }) => seconds,
    what: "the time",
    on: "its projects",
  });
}
