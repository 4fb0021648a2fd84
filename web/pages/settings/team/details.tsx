import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { placeOf } from "../../../../src/shared/time-zones.ts";
import { enumerated } from "../../../../src/shared/words.ts";
import { api, type Output } from "../../../api.ts";
import { RefusalNote } from "../../../components/answer.tsx";
import { Section } from "../../../components/page.tsx";
import { Notice } from "../../../components/status.tsx";
import { Switch } from "../../../components/switch.tsx";
import { say } from "../../../components/toast.tsx";
import { countries } from "../../../countries.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { Form } from "../../../form/form.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { counted, currencies } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { type Team, useOfTeam, useWrite } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { timeZoneOptions } from "../profile/time-zones.ts";

export function DetailsSection() {
  const team = useTeam();
  return (
    <Section
      hint="Reports begin their years and days by the fiscal year and the time zone."
      id="details"
      title="Name, currency and books"
    >
      {leads(team) ? <DetailsForm /> : <DetailsLocked />}
    </Section>
  );
}

function DetailsForm() {
  const team = useTeam();
  return (
    <Form
      done="Saved"
      given={{ team: team.id }}
      initial={valuesOf(team)}
      kind="secondary"
      route="PATCH /api/teams/:team"
      submit="Save the team"
      version={teamVersion(team, valuesOf)}
    >
      {({ field, values }) => (
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField autoComplete="organization" field={field("name")} label="Team name" />
          <SelectField
            field={field("baseCurrency")}
            hint="Reports are in this currency. Transactions keep their own and need an exchange rate."
            label="Base currency"
            options={currencies()}
          />
          <LackingRates currency={values.baseCurrency ?? team.baseCurrency} />
          <SelectField
            field={field("countryCode")}
            hint="Assistants are told it. No figure depends on it."
            label="Country"
            options={[{ value: null, label: "Not set" }, ...countries()]}
          />
          <SelectField
            field={field("fiscalYearStart")}
            label="The fiscal year begins with"
            options={MONTHS}
          />
          <SelectField
            field={field("timeZone")}
            hint={
              <>
                Your own clock is set in your{" "}
                <Link className="underline" to="/settings/profile">
                  Profile
                </Link>
                .
              </>
            }
            label="Time zone of the books"
            options={timeZoneOptions([...ZONES, team.timeZone])}
          />
        </div>
      )}
    </Form>
  );
}

/** Says before a new base currency is saved how many amounts have no rate to it. */
function LackingRates({ currency }: { readonly currency: string }) {
  const team = useTeam();
  const isOther = currency !== team.baseCurrency;
  const { data } = useOfTeam(
    team,
    "GET /api/teams/:team/rates/to/:currency",
    { currency },
    { isAsked: isOther },
  );
  return (
    <div aria-live="polite" className="empty:hidden sm:col-span-2">
      {!isOther || data === undefined ? null : data.currencies.length === 0 ? (
        <Notice tone="good">
          {data.transactions === 0
            ? "No transaction needs a rate yet."
            : `All ${counted(data.transactions, "transaction")} can be told in ${currency}.`}
        </Notice>
      ) : (
        <Notice title={lackingWords(data, currency)} tone="warn">
          <p>
            Figures leave them out, and say “not known” where nothing has a rate. Load rates first,
            or afterwards, under{" "}
            <Link className="underline" to="/settings/rates">
              Exchange rates
            </Link>
            .
          </p>
        </Notice>
      )}
    </div>
  );
}

type Lacking = Output<"GET /api/teams/:team/rates/to/:currency">;

/** `1,204 of 1,300 transactions have no rate from EUR to CHF`. */
function lackingWords({ transactions, lacking, currencies }: Lacking, to: string): string {
  const from = `from ${enumerated(currencies)} to ${to}`;
  return lacking === 0
    ? `Balances have no rate ${from}`
    : `${lacking} of ${counted(transactions, "transaction")} ${lacking === 1 ? "has" : "have"} no rate ${from}`;
}

function valuesOf({ name, baseCurrency, countryCode, fiscalYearStart, timeZone }: Team) {
  return { name, baseCurrency, countryCode, fiscalYearStart, timeZone };
}

const ZONES = Intl.supportedValuesOf("timeZone");

const MONTH_NAME = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" });

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: `${String(index + 1).padStart(2, "0")}-01`,
  label: `1 ${MONTH_NAME.format(new Date(Date.UTC(2026, index, 1)))}`,
}));

function DetailsLocked() {
  const { name, baseCurrency, countryCode, fiscalYearStart, timeZone } = useTeam();
  const labelOf = <Value,>(
    options: readonly { readonly value: Value; readonly label: string }[],
    of: Value,
  ) => options.find(({ value }) => value === of)?.label;
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <Told of="Team name">
          <bdi>{name}</bdi>
        </Told>
        <Told of="Base currency">{labelOf(currencies(), baseCurrency) ?? baseCurrency}</Told>
        <Told of="Country">{labelOf(countries(), countryCode ?? "") ?? "Not set"}</Told>
        <Told of="The fiscal year begins with">
          {labelOf(MONTHS, fiscalYearStart) ?? fiscalYearStart}
        </Told>
        <Told of="Time zone of the books">{placeOf(timeZone)}</Told>
      </dl>
      <p className="text-ink2">Only owners and admins can change these.</p>
    </>
  );
}

function Told({ of, children }: { readonly of: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink2">{of}</dt>
      <dd className="font-medium">{children}</dd>
    </>
  );
}

/** Version of the team that a form shows, and how the fields of the form are read again. */
function teamVersion<Values>(team: Team, valuesOf: (team: Team) => Values) {
  const read = async () => {
    const { teams } = await api("GET /api/me", {});
    const now = teams.find(({ id }) => id === team.id) ?? team;
    return { values: valuesOf(now), seen: now.version };
  };
  return { seen: team.version, read };
}

const SWITCH = "member-full-access";

/** Limit on the credentials of members. Raising it needs the password; lowering it does not. */
export function MemberCapSection() {
  const team = useTeam();
  const { open, show, hide } = useOpen();
  const change = useWrite("PUT /api/teams/:team/member-full-access");
  const turn = (isOn: boolean) => {
    if (isOn) show("full-access");
    else
      change.mutate(
        { team: team.id, isOn },
        {
          onSuccess: () =>
            say("Members’ assistants no longer have full access.", { about: SWITCH }),
        },
      );
  };
  return (
    <Section id="member-cap" title="Access of members’ assistants">
      <Switch
        hint={
          <>
            Full access means All for keys and apps: they can also delete, while that is on under{" "}
            <Link className="underline" to="/settings/ai">
              AI
            </Link>
            . When this is off, members’ keys and apps read and change the books, and never delete.
            It does not apply to owners and admins.
          </>
        }
        isOn={team.memberFullAccess}
        label="Members’ assistants may have full access"
        locked={leads(team) ? null : "Only owners and admins can turn this on and off."}
        onChange={turn}
      />
      <RefusalNote error={change.error} />
      {open === "full-access" && leads(team) && !team.memberFullAccess ? (
        <FormDialog
          about={SWITCH}
          description="Members can then give All to keys and apps. Those that already have All gain full access at once, and can delete while that is on."
          given={{ team: team.id, isOn: true }}
          needsPassword
          onClose={hide}
          route="PUT /api/teams/:team/member-full-access"
          said="Members’ assistants may have full access now."
          submit="Allow full access"
          title="Let members’ assistants have full access?"
        />
      ) : null}
    </Section>
  );
}
