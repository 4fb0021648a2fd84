import { OFFERED_RATES_OF } from "../../../../src/shared/country-taxes.ts";
import { TAX_CATEGORY_NAMES } from "../../../../src/shared/tax-categories.ts";
import { Empty } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { ActionsMenu, MenuItem, MenuRule } from "../../../components/menu.tsx";
import { Status } from "../../../components/status.tsx";
import { Table } from "../../../components/table.tsx";
import { toastRefusal } from "../../../components/toast.tsx";
import { countries } from "../../../countries.ts";
import { shortDay } from "../../../dates.ts";
import { firstOnPage } from "../../../focus.ts";
import { counted } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useRefetch, useWrite } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { sayWithUndo } from "../../../undo.ts";
import {
  ADD_TAX_RATE,
  shownPercent,
  TAX_CHANGES,
  type Taxes,
  type TaxRate,
  taxRateMenuId,
} from "./tax-rate.ts";

export function TaxRateList({ taxes: { items, usual_id } }: { readonly taxes: Taxes }) {
  const team = useTeam();
  if (items.length === 0)
    return (
      <Empty title="No tax rates yet">
        Add the rates that you charge. If you charge no tax as a small business, add an exempt rate
        with the reason, which is then printed.
      </Empty>
    );
  return (
    <Table
      {...(leads(team) ? { actions: (rate: TaxRate) => <TaxRateMenu rate={rate} /> } : {})}
      caption="Tax rates"
      columns={[
        {
          title: "Name",
          isHeader: true,
          narrow: "first",
          cell: (rate) => (
            <span className="grid justify-items-start gap-0.5">
              <bdi>{rate.name}</bdi>
              {rate.reason === null ? null : (
                <span className="text-small font-normal text-ink2">{rate.reason}</span>
              )}
              {rate.id === usual_id ? <Status tone="new">Usual rate</Status> : null}
              {rate.customer_count === 0 ? null : (
                <span className="text-small font-normal text-ink2">
                  Usual for {counted(rate.customer_count, "customer")}
                  {rate.is_archived ? ", and not used while it is archived" : ""}
                </span>
              )}
              {rate.is_archived ? <Status tone="quiet">Archived</Status> : null}
            </span>
          ),
        },
        { title: "Kind", narrow: "plain", cell: (rate) => TAX_CATEGORY_NAMES[rate.category] },
        {
          title: "Percent",
          align: "end",
          cell: (rate) => <span className="whitespace-nowrap">{shownPercent(rate.bp)}</span>,
        },
      ]}
      isQuiet={({ is_archived }) => is_archived}
      keyOf={({ id }) => id}
      rows={items}
    />
  );
}

function TaxRateMenu({ rate }: { readonly rate: TaxRate }) {
  const { id, name, is_archived, is_used } = rate;
  const team = useTeam().id;
  const { show } = useOpen();
  const change = useWrite("PATCH /api/teams/:team/tax-rates/:id", { changes: TAX_CHANGES });
  const refetch = useRefetch(TAX_CHANGES);
  const archive = async () => {
    const answer = await toastRefusal(async () =>
      change.mutateAsync({ team, id, is_archived: !is_archived }),
    );
    if (answer === null) return;
    firstOnPage(taxRateMenuId(id))?.focus();
    const words = is_archived ? `${name} can be used again.` : `${name} is archived.`;
    if (answer.event !== null) sayWithUndo(words, { team, event: answer.event, after: refetch });
  };
  return (
    <ActionsMenu id={taxRateMenuId(id)} label={`Actions for ${name}`}>
      <MenuItem onPress={() => show("edit", id)}>{is_used ? "Rename…" : "Change…"}</MenuItem>
      <MenuItem onPress={() => void archive()}>{is_archived ? "Use again" : "Archive"}</MenuItem>
      {is_used || rate.customer_count > 0 ? null : (
        <>
          <MenuRule />
          <MenuItem onPress={() => show("delete", id)} tone="bad">
            Delete…
          </MenuItem>
        </>
      )}
    </ActionsMenu>
  );
}

/** The rates of the country that the team has not, each with one press. */
export function OfferedTaxRates({ taxes: { offered, country_code } }: { readonly taxes: Taxes }) {
  const team = useTeam().id;
  const create = useWrite("POST /api/teams/:team/tax-rates", { changes: TAX_CHANGES });
  const refetch = useRefetch(TAX_CHANGES);
  if (offered.length === 0) return null;
  const country = countries().find(({ value }) => value === country_code)?.label ?? "your country";
  const add = async (rate: Taxes["offered"][number]) => {
    const answer = await toastRefusal(async () => create.mutateAsync({ team, ...rate }));
    if (answer === null) return;
    const { event, name } = answer;
    firstOnPage(OFFERED, ADD_TAX_RATE)?.focus();
    if (event !== null) sayWithUndo(`${name} is added.`, { team, event, after: refetch });
  };
  return (
    <div className="grid gap-2 rounded-control bg-sunken p-3">
      <p className="text-ink2">
        Rates of {country}, as of {shortDay(OFFERED_RATES_OF)}:
      </p>
      <ul className="grid gap-2">
        {offered.map((rate, index) => (
          <li className="flex items-center justify-between gap-3" key={rate.name}>
            <span>{rate.name}</span>
            <Button
              id={index === 0 ? OFFERED : undefined}
              isBusy={create.isPending}
              onClick={() => void add(rate)}
            >
              Add<span className="sr-only"> {rate.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Element id of the first offered rate, which takes the place of the one that was added. */
const OFFERED = "offered-tax-rate";
