import { Ellipsis } from "lucide-react";
import { useMemo } from "react";
import { api, type Output } from "../../../api.ts";
import { Empty } from "../../../components/answer.tsx";
import { Button, IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem, MenuRule } from "../../../components/menu.tsx";
import { Section } from "../../../components/page.tsx";
import { toastRefusal } from "../../../components/toast.tsx";
import { shortDay } from "../../../dates.ts";
import { firstOnPage } from "../../../focus.ts";
import { useListAddress } from "../../../list/address.ts";
import { ListView } from "../../../list/list-view.tsx";
import type { List } from "../../../list/list.ts";
import { counted } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useOfTeam, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { sayWithUndo } from "../../../undo.ts";
import { OwnRateDialog } from "./own-rate-dialog.tsx";
import { ADD, RATE_CHANGES, ownRateMenuId, type OwnRate, PATH, useReload } from "./own-rate.ts";

type Known = Output<"GET /api/teams/:team/rates">["own"];

type OwnRatesProps = {
  readonly known: Known;
  /** True where nothing else on the page is to be done first. */
  readonly isMain: boolean;
};

/** Rates that the team sets itself, which come before the public ones. */
export function OwnRates({ known, isMain }: OwnRatesProps) {
  const { show } = useOpen();
  const { values } = useListAddress(OWN_RATES);
  const count = known.reduce((sum, one) => sum + one.count, 0);
  const hasFilters = count >= MANY || Object.keys(values).length > 0;
  const list = useMemo(
    () => (hasFilters ? OWN_RATES : { ...OWN_RATES, filters: [] }),
    [hasFilters],
  );
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
      <ListView
        choices={{
          currency: known.map(({ currency }) => ({ value: currency, label: currency })),
          year: yearsOf(known).map((year) => ({ value: year, label: year })),
        }}
        list={list}
        note={
          Object.keys(values).length === 0 && count > A_PAGE
            ? `${counted(count, "rate")} in all`
            : null
        }
      />
      <OpenRate />
    </Section>
  );
}

/** Name of the dialog in the address. */
const RATE = "rate";

/** Rows from which filters are worth their place. */
const MANY = 10;
/** Rows that a list loads at once. */
const A_PAGE = 50;

const OWN_RATES: List<OwnRate> = {
  page: "/settings/rates",
  route: PATH,
  read: async ({ currency = "", year = "" }, place) => {
    const { items, nextCursor } = await api(PATH, {
      ...place,
      ...(/^[A-Z]{3}$/.test(currency) ? { currency } : {}),
      ...(/^(19|2\d)\d\d$/.test(year) ? { from: `${year}-01-01`, to: `${year}-12-31` } : {}),
    });
    return { rows: items, nextCursor };
  },
  keyOf: ({ id }) => id,
  filters: [
    { name: "currency", label: "Currency", kind: "loaded choice", all: "All currencies" },
    { name: "year", label: "Year", kind: "loaded choice", all: "All years" },
  ],
  columns: [
    {
      title: "Day",
      width: "minmax(0, 1fr)",
      narrow: "first",
      isName: true,
      cell: ({ day }) => shortDay(day),
    },
    {
      title: "Currency",
      width: "minmax(0, 1fr)",
      narrow: "first",
      cell: ({ currency }) => currency,
    },
    {
      title: "Units for 1 EUR",
      width: "minmax(0, 1fr)",
      align: "end",
      narrow: "first",
      cell: ({ rate }) => <span className="tabular-nums">{rate}</span>,
    },
    {
      title: "Menu",
      isTitleHidden: true,
      width: "2.25rem",
      align: "end",
      narrow: "first",
      cell: (rate) => (
        // Above the name, which covers the row.
        <span className="relative z-1 -my-3 flex justify-end sm:-my-1.5">
          <RateMenu rate={rate} />
        </span>
      ),
    },
  ],
  everyMs: 60_000,
  words: {
    what: "your own rates",
    one: "rate",
    many: "rates",
    order: "The newest first",
    first: "newest",
    further: "older",
  },
  neverAny: (
    <Empty title="No rates of your own">
      Add one for a currency that the European Central Bank does not publish, or where your bank’s
      rate must count.
    </Empty>
  ),
};

function yearsOf(known: Known): readonly string[] {
  const years = known.flatMap(({ from, to }) => [from, to].map((day) => Number(day.slice(0, 4))));
  if (years.length === 0) return [];
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return Array.from({ length: last - first + 1 }, (_, back) => String(last - back));
}

function RateMenu({ rate }: { readonly rate: OwnRate }) {
  const { id, currency, day } = rate;
  const team = useTeam().id;
  const { show } = useOpen();
  const reload = useReload();
  const remove = useWrite("DELETE /api/teams/:team/rates/own/:id", { changes: RATE_CHANGES });
  const drop = async () => {
    const answer = await toastRefusal(async () => remove.mutateAsync({ team, id }));
    if (answer === null) return;
    firstOnPage("own")?.focus();
    const words = `Your rate of ${currency} on ${shortDay(day)} is deleted.`;
    sayWithUndo(words, { team, event: answer.event, after: reload });
    await reload();
  };
  return (
    <Menu
      trigger={
        <IconButton id={ownRateMenuId(rate)} label={`Actions for ${currency} on ${shortDay(day)}`}>
          <Ellipsis aria-hidden size={16} strokeWidth={1.5} />
        </IconButton>
      }
    >
      <MenuItem onPress={() => show(RATE, `${currency}-${day}`)}>Change…</MenuItem>
      <MenuRule />
      <MenuItem onPress={() => void drop()} tone="bad">
        Delete
      </MenuItem>
    </Menu>
  );
}

/** `USD-2026-11-20`: a team has one rate of a currency on a day, on whatever page of the list it is. */
const ADDRESS = /^([A-Z]{3})-(\d{4}-\d\d-\d\d)$/;

/** The dialog in the address: `?open=rate` adds a rate, `&id=USD-2026-11-20` changes one. */
function OpenRate() {
  const { open, about, hide } = useOpen();
  const [, currency = "", day = ""] = ADDRESS.exec(about ?? "") ?? [];
  const isOne = open === RATE && day !== "";
  const input = { currency, from: day, to: day, limit: 1 };
  const { data } = useOfTeam(useTeam(), PATH, input, { isAsked: isOne });
  const [rate] = isOne ? (data?.items ?? []) : [];
  if (open === RATE && about === null) return <OwnRateDialog onClose={hide} rate={null} />;
  return rate && <OwnRateDialog key={about} onClose={hide} rate={rate} />;
}
