import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useMemo } from "react";
import { api, type Output } from "../../../api.ts";
import { Empty } from "../../../components/answer.tsx";
import { Button, IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem, MenuRule } from "../../../components/menu.tsx";
import { Section } from "../../../components/page.tsx";
import { Notice } from "../../../components/status.tsx";
import { toastRefusal } from "../../../components/toast.tsx";
import { shortDay } from "../../../dates.ts";
import { firstOnPage } from "../../../focus.ts";
import { DayField } from "../../../form/day-field.tsx";
import type { Field } from "../../../form/field.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useListAddress } from "../../../list/address.ts";
import { reloadRows } from "../../../list/changes.ts";
import { ListView } from "../../../list/list-view.tsx";
import type { List } from "../../../list/list.ts";
import { counted, currencies } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useOfTeam, useRefetch, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { sayWithUndo } from "../../../undo.ts";
import { TRANSACTION_CHANGES as OF_TRANSACTIONS } from "../../transactions/transaction.ts";

const PATH = "GET /api/teams/:team/rates/own";

type OwnRate = Output<typeof PATH>["items"][number];

/** Answers that a change of rates changes. */
export const RATE_CHANGES = [
  "GET /api/teams/:team/rates",
  PATH,
  "GET /api/teams/:team/rates/missing",
  ...OF_TRANSACTIONS,
] as const;

/** Element id of the button for a new rate, for returning the focus. */
const ADD = "add-rate";

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
      width: { least: 7, grow: 1 },
      narrow: "first",
      isName: true,
      cell: ({ day }) => shortDay(day),
    },
    {
      title: "Currency",
      width: { least: 7, grow: 1 },
      narrow: "first",
      cell: ({ currency }) => currency,
    },
    {
      title: "Units for 1 EUR",
      width: { least: 8, grow: 1 },
      align: "end",
      narrow: "first",
      cell: ({ rate }) => <span className="tabular-nums">{rate}</span>,
    },
    {
      title: "Menu",
      isTitleHidden: true,
      width: 2.25,
      align: "end",
      narrow: "first",
      cell: (rate) => (
        // Above the name, which covers the row.
        <span className="relative z-1 -my-3 flex justify-end table:-my-1.5">
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

type OwnRateDialogProps = {
  /** Null for a new one. */
  readonly rate: OwnRate | null;
  readonly onClose: () => void;
};

function OwnRateDialog({ rate, onClose }: OwnRateDialogProps) {
  const team = useTeam().id;
  const reload = useReload();
  const title = rate === null ? "Add a rate" : `${rate.currency} on ${shortDay(rate.day)}`;
  return (
    <FormDialog
      finalFocus={() => firstOnPage(rate === null ? undefined : ownRateMenuId(rate), ADD)}
      onClose={onClose}
      title={title}

      changes={RATE_CHANGES}
      given={rate === null ? { team } : { team, currency: rate.currency, day: rate.day }}
      initial={{ rate: rate?.rate ?? "" }}
      said={savedWords}
      onDone={reload}
      afterUndo={reload}
      route="PUT /api/teams/:team/rates/own"
      submit="Save the rate"
    >
      {({ field, values }) => (
        <>
          {rate === null ? (
            <>
              <SelectField
                field={field("currency")}
                label="Currency"
                options={currencies().filter(({ value }) => value !== "EUR")}
              />
              <DayField field={field("day")} label="Day" />
            </>
          ) : null}
          <TextField
            autoComplete="off"
            field={withPoint(field("rate"))}
            hint={echoOf(values.rate, rate?.currency ?? values.currency)}
            inputMode="decimal"
            label="Units for 1 EUR"
            maxLength={30}
          />
          {rate === null ? <Replaced currency={values.currency} day={values.day} /> : null}
        </>
      )}
    </FormDialog>
  );
}

type ReplacedProps = { readonly currency: string | undefined; readonly day: string | undefined };

function Replaced({ currency = "", day = "" }: ReplacedProps) {
  const isChosen = currency !== "" && day !== "";
  const input = { currency, from: day, to: day, limit: 1 };
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/rates/own", input, {
    isAsked: isChosen,
  });
  const [found] = isChosen ? (data?.items ?? []) : [];
  return (
    <div aria-live="polite" className="empty:hidden">
      {found === undefined ? null : (
        <Notice title={`Your rate of ${shortDay(found.day)} is replaced`} tone="warn">
          <p>
            It is {found.rate} {found.currency} for 1 EUR now.
          </p>
        </Notice>
      )}
    </div>
  );
}

type Saved = {
  readonly currency: string;
  readonly day: string;
  readonly rate: string;
  readonly replaced: string | null;
};

function savedWords({ currency, day, rate, replaced }: Saved): string {
  const words = `The rate of ${currency} on ${shortDay(day)} is saved`;
  return replaced === null ? `${words}.` : `${words}: ${rate} instead of ${replaced}.`;
}

/** Takes a decimal comma as it is typed: the field shows the point that it becomes. */
function withPoint<Value extends Field<string | undefined, string>>(field: Value): Value {
  return {
    ...field,
    set: (text: string) => field.set(text.replace(/^(\s*\d+),(\d*\s*)$/, "$1.$2")),
  };
}

function echoOf(rate: string | undefined, currency: string | undefined): string {
  return currency !== undefined && rate !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(rate)
    ? `1 EUR is ${rate.trim()} ${currency}.`
    : "For example 1.0870.";
}

function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  const refetch = useRefetch(RATE_CHANGES);
  return async () => {
    await Promise.all([refetch(), reloadRows(queries, { route: PATH })]);
  };
}

function ownRateMenuId({ id }: OwnRate): string {
  return `rate-${id}`;
}
