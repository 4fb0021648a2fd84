import { useInfiniteQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../api.ts";
import { Answer, Empty } from "../../../components/answer.tsx";
import { Button, IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem, MenuRule } from "../../../components/menu.tsx";
import { Section } from "../../../components/page.tsx";
import { Table } from "../../../components/table.tsx";
import { counted } from "../../../counted.ts";
import { shortDay } from "../../../days.ts";
import { firstOnPage } from "../../../focus.ts";
import { useOpen } from "../../../open.ts";
import { useRefetch, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { told } from "../../../told.ts";
import { sayWithUndo } from "../../../undo.ts";
import { CHANGED } from "./changed.ts";
import { OpenRate } from "./open-rate.tsx";
import {
  filterWords,
  OwnFilterBar,
  ownCount,
  ownFilterInput,
  useOwnFilters,
} from "./own-filters.tsx";
import { ADD, addressOf, menuId, type OwnRate, RATE } from "./own-rate.ts";
import type { Rates } from "./source.tsx";

const PATH = "GET /api/teams/:team/rates/own";

type OwnRatesProps = {
  readonly known: Rates["own"];
  /** True where nothing else on the page is to be done first. */
  readonly isMain: boolean;
};

/** Rates that the team sets itself, which come before the public ones. */
export function OwnRates({ known, isMain }: OwnRatesProps) {
  const team = useTeam().id;
  const filters = useOwnFilters();
  const input = ownFilterInput(filters);
  const all = ownCount(known, filters);
  const { show } = useOpen();
  /** Number of rates, to tell once there are more than before. */
  const [count, setCount] = useState<number | null>(null);
  const after = useRefetch(CHANGED);
  const remove = useWrite("DELETE /api/teams/:team/rates/own/:id", { changes: CHANGED });
  const query = useInfiniteQuery({
    queryKey: [PATH, { team, ...input }],
    queryFn: async ({ pageParam }) =>
      api(PATH, {
        team,
        ...input,
        limit: 50,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: nothing(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const firstNew = useRef<string | undefined>(undefined);
  // After the rows are drawn: the button has no place of its own, and goes with the last page.
  useEffect(() => {
    const button = firstOnPage(firstNew.current);
    if (button === null) return;
    firstNew.current = undefined;
    button.focus();
  });
  const more = async () => {
    const { data } = await query.fetchNextPage();
    const first = data?.pages.at(-1)?.items[0];
    firstNew.current = first && menuId(first);
    setCount(data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? null);
  };
  const drop = async ({ id, currency, day }: OwnRate) => {
    const answer = await told(async () => remove.mutateAsync({ team, id }));
    if (answer === null) return;
    firstOnPage("own")?.focus();
    const words = `Your rate of ${currency} on ${shortDay(day)} is deleted.`;
    sayWithUndo(words, { team, event: answer.event, after });
  };
  return (
    <Section
      actions={
        <Button id={ADD} kind={isMain ? "primary" : "secondary"} onClick={() => show(RATE)}>
          Add a rate
        </Button>
      }
      hint="Your own rate counts before the European Central Bank’s: on its day, and on the seven days after it until a newer rate."
      id="own"
      title="Own exchange rates"
    >
      <OwnFilterBar filters={filters} known={known} />
      <Answer query={query} what="your own rates">
        {({ pages }) => {
          const rates = pages.flatMap(({ items }) => items);
          if (rates.length === 0 && Object.keys(input).length > 0)
            return (
              <Empty
                action={<Button onClick={filters.clear}>Clear filters</Button>}
                title={`No rate of your own in ${filterWords(filters)}`}
              />
            );
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
                  <span className="-my-1 flex justify-end sm:my-0">
                    <Menu
                      trigger={
                        <IconButton
                          id={menuId(rate)}
                          label={`Actions for ${rate.currency} on ${shortDay(rate.day)}`}
                        >
                          <Ellipsis aria-hidden size={16} strokeWidth={1.5} />
                        </IconButton>
                      }
                    >
                      <MenuItem onPress={() => show(RATE, addressOf(rate))}>Change…</MenuItem>
                      <MenuRule />
                      <MenuItem onPress={() => void drop(rate)} tone="bad">
                        Delete
                      </MenuItem>
                    </Menu>
                  </span>
                )}
                caption="Own exchange rates"
                columns={[
                  {
                    title: "Day",
                    cell: ({ day, currency }) => (
                      <>
                        {shortDay(day)}
                        <span className="font-normal text-ink2 @min-[40rem]:hidden" aria-hidden>
                          {" "}
                          · {currency}
                        </span>
                      </>
                    ),
                    narrow: "first",
                    isHeader: true,
                  },
                  { title: "Currency", narrow: "hidden", cell: ({ currency }) => currency },
                  {
                    title: "Units for 1 EUR",
                    cell: ({ rate }) => <span className="tabular-nums">{rate}</span>,
                    align: "end",
                    narrow: "beside",
                  },
                ]}
                keyOf={({ id }) => id}
                rows={rates}
              />
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
                {query.hasNextPage ? (
                  <Button isBusy={query.isFetchingNextPage} onClick={() => void more()}>
                    Load more
                  </Button>
                ) : null}
                {query.hasNextPage && all !== null ? (
                  <span className="text-ink2 tabular-nums">
                    The first {rates.length.toLocaleString("en-GB")} of {counted(all, "rate")}
                  </span>
                ) : null}
                <output className="sr-only">
                  {count === null ? null : `${counted(count, "rate")} shown.`}
                </output>
              </div>
            </div>
          );
        }}
      </Answer>
      <OpenRate loaded={query.data?.pages.flatMap(({ items }) => items) ?? []} />
    </Section>
  );
}

/** The first page has no cursor. */
function nothing(): string | null {
  return null;
}
