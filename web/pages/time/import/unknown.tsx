import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { looseField } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { counted } from "../../../numbers.ts";
import { useMe, useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { isAddress } from "./import-choices.ts";
import type { PreviewParts } from "./preview-view.tsx";

/** People of the file without a matching member. A member may get their time. */
export function UnknownPeople({ preview, choices, onChoose }: PreviewParts) {
  const { unknown, moreUnknown } = preview;
  const isLeading = leads(useTeam());
  const options = useMemberOptions(isLeading);
  const choose = (person: string, member: string) => {
    const { [person]: _before, ...people } = choices.people;
    onChoose({ ...choices, people: member === "" ? people : { ...people, [person]: member } });
  };
  return (
    <Section
      hint={`They are not in the team by the address or name of the file. ${isLeading ? "Give their time to a member, or leave it out." : "Only owners and admins import the time of others."}`}
      id="people"
      title="Unknown people"
    >
      <Table
        caption="Unknown people"
        columns={[
          PERSON,
          ROWS,
          {
            title: "Whose time",
            narrow: "plain",
            cell: ({ person, line }) => (
              <SelectField
                field={looseField(`person-${line}`, choices.people[person] ?? "", (member) =>
                  choose(person, member),
                )}
                isLabelHidden
                label={`Whose time, ${person}`}
                options={options}
              />
            ),
          },
        ]}
        keyOf={({ line }) => String(line)}
        rows={unknown}
      />
      {moreUnknown === 0 ? null : (
        <p className="text-ink2">
          {counted(moreUnknown, "more person", "more people")} left out: import their rows from a
          file of their own.
        </p>
      )}
    </Section>
  );
}

/** Options for the time of a person: nobody, the reader, and members where the reader leads. */
function useMemberOptions(isLeading: boolean) {
  const { user } = useMe();
  const list = useOfTeam(useTeam(), "GET /api/teams/:team/members", {}, { isAsked: isLeading });
  const others = isLeading ? (list.data?.members ?? []).filter(({ id }) => id !== user.id) : [];
  return [
    { value: "", label: "Leave out" },
    { value: user.id, label: "You" },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
  ];
}

type Unknown = PreviewParts["preview"]["unknown"][number];

const PERSON: Column<Unknown> = {
  title: "Person",
  isHeader: true,
  width: "w-1/2",
  narrow: "first",
  cell: ({ person }) => <bdi>{person}</bdi>,
};

const ROWS: Column<Unknown> = {
  title: "Rows",
  align: "end",
  width: "w-24",
  narrow: "beside",
  cell: ({ rows }) => (
    <>
      {rows.toLocaleString("en-GB")}
      <span className="text-ink2 @min-[40rem]:hidden">{rows === 1 ? " row" : " rows"}</span>
    </>
  ),
};

const SHOWN = 10;

export function NewCustomers({ preview, choices, onChoose }: PreviewParts) {
  const [isAll, setAll] = useState(false);
  const names = isAll ? preview.newCustomers : preview.newCustomers.slice(0, SHOWN);
  const set = (name: string, email: string) =>
    onChoose({ ...choices, emails: { ...choices.emails, [name]: email } });
  return (
    <Section
      hint="A customer needs an e-mail address. Without one, the projects come without a customer."
      id="customers"
      title="New customers"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name, index) => (
          <Address
            email={choices.emails[name] ?? ""}
            id={`customer-${index}`}
            key={name}
            name={name}
            onSet={(email) => set(name, email)}
          />
        ))}
      </div>
      {names.length < preview.newCustomers.length ? (
        <div>
          <Button onClick={() => setAll(true)}>
            Show all {preview.newCustomers.length.toLocaleString("en-GB")}
          </Button>
        </div>
      ) : null}
    </Section>
  );
}

type AddressProps = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly onSet: (email: string) => void;
};

function Address({ id, name, email, onSet }: AddressProps) {
  const isWrong = email !== "" && !isAddress(email);
  return (
    <TextField
      autoComplete="off"
      field={{
        ...looseField<string>(id, email, onSet),
        problem: isWrong ? "Enter an address such as anna@acme.example." : null,
      }}
      label={`E-mail of ${name}`}
      type="email"
    />
  );
}
