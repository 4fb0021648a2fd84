import { api, type Output } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import { toastRefusal } from "../../../components/toast.tsx";
import type { Field } from "../../../form/field.ts";
import { Form } from "../../../form/form.tsx";
import { AreaField, TextField } from "../../../form/text-field.tsx";
import { useRefetch, useWrite } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { sayWithUndo } from "../../../undo.ts";
import { SETTINGS_CHANGES } from "./settings.ts";

export const MAIL_TEXTS_PATH = "GET /api/teams/:team/invoice-settings/mail-texts";

type MailTexts = Output<typeof MAIL_TEXTS_PATH>;
type MailText = MailTexts["items"][number];
type MailName = MailTexts["names"][number];

export const MAIL_KIND_NAMES: Readonly<Record<MailText["kind"], string>> = {
  invoice: "With an invoice",
  credit_note: "With a credit note",
  canceled: "When an invoice is canceled",
};

const CHANGES = [...SETTINGS_CHANGES, MAIL_TEXTS_PATH] as const;

type MailTextProps = {
  readonly item: MailText;
  readonly names: readonly MailName[];
  readonly version: string;
  readonly title: string;
};

export function MailTextSection({ item, names, version, title }: MailTextProps) {
  const team = useTeam();
  const id = `mail-${item.kind}`;
  return (
    <Section
      actions={leads(team) && item.is_own ? <ResetButton back={id} item={item} /> : undefined}
      id={id}
      title={title}
    >
      {leads(team) ? (
        <MailTextForm item={item} names={names} version={version} />
      ) : (
        <div className="grid gap-2" lang={item.language}>
          <p className="font-medium">{item.subject}</p>
          <p className="whitespace-pre-line text-ink2">{item.text}</p>
        </div>
      )}
    </Section>
  );
}

function MailTextForm({ item, names, version }: Omit<MailTextProps, "title">) {
  const team = useTeam().id;
  const { kind, language } = item;
  const read = async () => {
    const { items, version } = await api(MAIL_TEXTS_PATH, { team });
    const now = items.find((other) => other.kind === kind && other.language === language) ?? item;
    return { values: valuesOf(now), seen: version };
  };
  return (
    <Form
      changes={CHANGES}
      done="Saved"
      given={{ team, kind, language }}
      initial={valuesOf(item)}
      kind="secondary"
      route="PUT /api/teams/:team/invoice-settings/mail-texts/:kind/:language"
      submit="Save this text"
      version={{ seen: version, read }}
    >
      {({ field }) => (
        <>
          <TextField autoComplete="off" field={field("subject")} label="Subject" maxLength={300} />
          <div className="grid gap-3">
            <AreaField field={field("text")} label="Text" maxLength={10_000} />
            <Names field={field("text")} names={names} />
          </div>
        </>
      )}
    </Form>
  );
}

type NamesProps = {
  readonly names: readonly MailName[];
  readonly field: Field<string | undefined, string>;
};

/** Buttons that put a name where the text's cursor is. */
function Names({ names, field }: NamesProps) {
  const insert = (name: MailName) => {
    const area = document.getElementById(field.id);
    if (!(area instanceof HTMLTextAreaElement)) return;
    const { selectionStart: start, selectionEnd: end, value } = area;
    field.set(`${value.slice(0, start)}{${name}}${value.slice(end)}`);
    area.focus();
    const cursor = start + name.length + 2;
    // After the value is drawn, which moves the cursor to its end.
    requestAnimationFrame(() => area.setSelectionRange(cursor, cursor));
  };
  return (
    <details>
      <summary className="cursor-pointer py-2 font-medium">Names that are filled in</summary>
      <ul className="grid gap-x-4 gap-y-2 py-2 sm:grid-cols-2">
        {names.map((name) => (
          <li className="flex flex-wrap items-center gap-2" key={name}>
            <Button onClick={() => insert(name)}>
              <span className="sr-only">Insert </span>
              <span className="font-mono">{`{${name}}`}</span>
            </Button>
            <span className="text-ink2">{MEANINGS[name]}</span>
          </li>
        ))}
      </ul>
      <p className="text-ink2">
        A line with a name that a document does not have is left out, such as the due date of a
        credit note.
      </p>
    </details>
  );
}

const MEANINGS: Readonly<Record<MailName, string>> = {
  number: "number of the document",
  customer: "name of the customer",
  total: "total with its currency",
  due_date: "day to pay by",
  team: "name of your team",
  link: "link to the document’s page",
};

type ResetProps = { readonly item: MailText; readonly back: string };

function ResetButton({ item: { kind, language }, back }: ResetProps) {
  const team = useTeam().id;
  const refetch = useRefetch(CHANGES);
  const reset = useWrite("DELETE /api/teams/:team/invoice-settings/mail-texts/:kind/:language", {
    changes: CHANGES,
  });
  const takeBack = async () => {
    const answer = await toastRefusal(async () => reset.mutateAsync({ team, kind, language }));
    if (answer === null) return;
    // The button goes with the own text.
    document.getElementById(back)?.focus();
    if (answer.event !== null)
      sayWithUndo("The text is the usual one again.", {
        team,
        event: answer.event,
        after: refetch,
      });
  };
  return (
    <Button isBusy={reset.isPending} onClick={() => void takeBack()}>
      Use the usual text
    </Button>
  );
}

function valuesOf({ subject, text }: MailText) {
  return { subject, text };
}
