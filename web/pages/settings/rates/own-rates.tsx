import { useInfiniteQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { api, type Output } from "../../../api.ts";
import { Answer, Empty } from "../../../components/answer.tsx";
import { Button, IconButton } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import { Table } from "../../../components/table.tsx";
import { shortDay } from "../../../days.ts";
import { firstOnPage } from "../../../focus.ts";
import { useRefetch, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { told } from "../../../told.ts";
import { sayWithUndo } from "../../../undo.ts";
import { CHANGED } from "./changed.ts";
import { OwnRateDialog } from "./own-rate-dialog.tsx";

const PATH = "GET /api/teams/:team/rates/own";

export type OwnRate = Output<typeof PATH>["items"][number];

/** Rates that the team sets itself, which come before the public ones. */
export function OwnRates() {
  const team = useTeam().id;
  const [open, setOpen] = useState<OwnRate | "new" | null>(null);
  const after = useRefetch(CHANGED);
  const remove = useWrite("DELETE /api/teams/:team/rates/own/:id", { changes: CHANGED });
  const query = useInfiniteQuery({
    queryKey: [PATH, { team }],
    queryFn: async ({ pageParam }) =>
      api(PATH, { team, limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: nothing(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const drop = async ({ id, currency, day }: OwnRate) => {
    const answer = await told(async () => remove.mutateAsync({ team, id }));
    if (answer === null) return;
    firstOnPage("own")?.focus();
    const words = `Your rate of ${currency} on ${shortDay(day)} is deleted.`;
    sayWithUndo(words, { team, event: answer.event, after });
  };
  return (
    <Section
      actions={<Button onClick={() => setOpen("new")}>Add a rate</Button>}
      hint="A rate of your own comes before the European Central Bank’s on its day and the seven days behind, as far as no newer rate is there."
      id="own"
      title="Own exchange rates"
    >
      <Answer query={query} what="your own rates">
        {({ pages }) => {
          const rates = pages.flatMap(({ items }) => items);
          if (rates.length === 0)
            return (
              <Empty title="No rates of your own">
                Add one for a currency that the European Central Bank does not publish, or where
                your bank’s rate must count.
              </Empty>
            );
          return (
            <div className="grid gap-3">
              <Table
                actions={(rate) => (
                  <span className="flex">
                    <IconButton
                      id={changeId(rate.id)}
                      label={`Change ${rate.currency} on ${shortDay(rate.day)}`}
                      onClick={() => setOpen(rate)}
                    >
                      <Pencil aria-hidden size={16} strokeWidth={1.5} />
                    </IconButton>
                    <IconButton
                      label={`Delete ${rate.currency} on ${shortDay(rate.day)}`}
                      onClick={() => void drop(rate)}
                    >
                      <Trash2 aria-hidden size={16} strokeWidth={1.5} />
                    </IconButton>
                  </span>
                )}
                caption="Own exchange rates"
                columns={[
                  {
                    title: "Day",
                    cell: ({ day }) => shortDay(day),
                    narrow: "first",
                    isHeader: true,
                  },
                  { title: "Currency", cell: ({ currency }) => currency },
                  {
                    title: "Units for 1 EUR",
                    cell: ({ rate }) => <span className="tabular-nums">{rate}</span>,
                    align: "end",
                  },
                ]}
                keyOf={({ id }) => id}
                rows={rates}
              />
              {query.hasNextPage ? (
                <div>
                  <Button
                    isBusy={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    Load more
                  </Button>
                </div>
              ) : null}
            </div>
          );
        }}
      </Answer>
      {open === null ? null : (
        <OwnRateDialog onClose={() => setOpen(null)} rate={open === "new" ? null : open} />
      )}
    </Section>
  );
}

/** The first page has no cursor. */
function nothing(): string | null {
  return null;
}

function changeId(id: string): string {
  return `rate-${id}`;
}
