import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Amount } from "../../components/amount.tsx";
import { Section } from "../../components/page.tsx";
import { Status } from "../../components/status.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import { When } from "../../components/when.tsx";
import { shortDay } from "../../dates.ts";
import { DayField } from "../../form/day-field.tsx";
import { type Field, looseField } from "../../form/field.ts";
import { InlineField } from "../../form/inline-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useRefetch, useWrite } from "../../queries.ts";
import { TagChips } from "../../tags/tag-chips.tsx";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { DOCUMENT_LIST } from "./document-list.tsx";
import {
  currentDocument,
  DOCUMENT_CHANGES,
  fileWords,
  nameParts,
  renamed,
  type ShownDocument,
} from "./document.ts";
import { readFieldLines } from "./read-lines.ts";

const ROUTE = "PATCH /api/teams/:team/documents/:id";

type FactsProps = { readonly document: ShownDocument };

/** Facts of a document: what a person may change, what was read, and what it belongs to. */
export function Facts({ document: shown }: FactsProps) {
  return (
    <div className="grid content-start gap-6">
      <dl className="divide-y divide-line border-y border-line">
        <Fact label="Title">
          <InlineField
            {...useEditing(shown)}
            initial={{ title: shown.title }}
            label="title"
            told={shown.title}
          >
            {(field) => (
              <TextField
                field={field("title")}
                isLabelHidden
                isOptional
                label="Title"
                maxLength={300}
              />
            )}
          </InlineField>
        </Fact>
        <Fact label="File">
          <InlineField
            {...useEditing(shown)}
            initial={{ name: shown.name }}
            label="file name"
            told={shown.name}
          >
            {(field) => <NameField field={field("name")} name={shown.name} />}
          </InlineField>
        </Fact>
        <Fact label="Date">
          <InlineField
            {...useEditing(shown)}
            initial={{ date: shown.date }}
            label="date"
            told={shown.date === null ? null : shortDay(shown.date)}
          >
            {(field) => <DayField field={field("date")} isLabelHidden isOptional label="Date" />}
          </InlineField>
          {shown.date === null ? (
            <p className="text-small text-ink2">
              {shown.fields["date"] === undefined ? "Day it was added" : "Read in it"}:{" "}
              {shortDay(shown.shown_date)}
            </p>
          ) : null}
        </Fact>
        <Fact label="Tags">
          <DocumentTags document={shown} />
        </Fact>
        <Fact label="Kind">{fileWords(shown)}</Fact>
        <Fact label="Added">
          <When at={shown.created_at} /> <AddedBy document={shown} />
        </Fact>
      </dl>
      <ReadFields document={shown} />
      <LinkedTo document={shown} />
    </div>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="document-fact">
      <dt className="text-ink2">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function AddedBy({ document: { source, origin, created_by_name } }: FactsProps) {
  if (source === "mail")
    return (
      <>
        by mail from <bdi>{origin?.sender ?? "an unknown sender"}</bdi>
        {origin?.is_from_outside === true ? ", outside the team" : ""}
      </>
    );
  if (source === "folder") return "from the folder of the server";
  if (created_by_name === null) return null;
  return (
    <>
      by <bdi>{created_by_name}</bdi>
      {source === "api" ? ", by an app" : ""}
    </>
  );
}

/** Route and version of the document's fields. */
function useEditing({ id, updated_at }: ShownDocument) {
  const team = useTeam().id;
  const queries = useQueryClient();
  return {
    route: ROUTE,
    given: { team, id },
    changes: DOCUMENT_CHANGES,
    version: { seen: updated_at, read: async () => currentDocument(team, id) },
    onDone: async () => reloadRows(queries, DOCUMENT_LIST),
  } as const;
}

type NameFieldProps = {
  readonly field: Field<string | undefined, string>;
  readonly name: string;
};

/** Edits a file's name and leaves its ending, which tells programs what the file is. */
function NameField({ field, name }: NameFieldProps) {
  const { ending } = nameParts(name);
  const [typed, setTyped] = useState(nameParts(name).stem);
  return (
    <TextField
      after={
        ending === "" ? undefined : (
          <span className="shrink-0 self-center whitespace-nowrap text-ink2">{ending}</span>
        )
      }
      autoComplete="off"
      field={{
        ...field,
        value: typed,
        set: (text) => {
          setTyped(text);
          if (text.trim() === "") field.refuse("A file needs a name.");
          else field.set(renamed(name, text));
        },
      }}
      isLabelHidden
      label="File name"
      maxLength={190}
    />
  );
}

/** Each tag is saved as it is added or taken away. */
function DocumentTags({ document: { id, tags } }: FactsProps) {
  const team = useTeam().id;
  const queries = useQueryClient();
  const write = useWrite("POST /api/teams/:team/documents/tag", { changes: DOCUMENT_CHANGES });
  const refetch = useRefetch(DOCUMENT_CHANGES);
  const [pending, setPending] = useState<readonly string[] | null>(null);
  const saved = tags.map((tag) => tag.id);
  const save = async (next: readonly string[]) => {
    setPending(next);
    const add = next.filter((tag) => !saved.includes(tag));
    const gone = tags.filter((tag) => !next.includes(tag.id));
    const input = { team, ids: [id], add, remove: gone.map((tag) => tag.id) };
    const answer = await toastRefusal(async () => write.mutateAsync(input));
    setPending(null);
    await reloadRows(queries, DOCUMENT_LIST);
    const [first] = gone;
    if (answer === null || first === undefined) return;
    const after = async () => {
      await refetch();
      await reloadRows(queries, DOCUMENT_LIST);
    };
    sayWithUndo(`${first.name} is removed.`, { team, event: answer.event, after });
  };
  return (
    <TagChips
      field={looseField<string[]>("tags", [...(pending ?? saved)], (next) => void save(next))}
      isLabelHidden
      known={tags}
      placeholder="Add a tag"
    />
  );
}

function ReadFields({ document: shown }: FactsProps) {
  const lines = readFieldLines(shown);
  if (lines.length === 0 && shown.summary === null) return null;
  return (
    <Section id="read" title="What was read">
      {shown.summary === null ? null : (
        <p className="text-ink2 wrap-anywhere">
          <bdi>{shown.summary}</bdi>
        </p>
      )}
      {lines.length === 0 ? null : (
        <dl className="divide-y divide-line border-y border-line">
          {lines.map(({ label, text, isGuess }) => (
            <Fact key={label} label={label}>
              <bdi className="tabular-nums">{text}</bdi>
              {isGuess ? (
                <span className="ms-2">
                  <Status tone="warn">Unsure</Status>
                </span>
              ) : null}
            </Fact>
          ))}
        </dl>
      )}
    </Section>
  );
}

function LinkedTo({ document: { transactions, item_id } }: FactsProps) {
  return (
    <Section id="linked" title="Linked to">
      {transactions.length === 0 && item_id === null ? (
        <p className="text-ink2">
          No payment. Open one among the transactions to attach this document to it.
        </p>
      ) : (
        <ul aria-label="Linked to" className="divide-y divide-line border-y border-line">
          {transactions.map(({ id, name, date, amount_minor, currency }) => (
            <li
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 sm:min-h-9"
              key={id}
            >
              <Link className="py-1.5" search={{ transaction: id }} to="/transactions">
                <bdi>{name}</bdi>
              </Link>
              <span className="text-ink2">
                {shortDay(date)} <Amount currency={currency} minor={amount_minor} />
              </span>
            </li>
          ))}
          {item_id === null ? null : (
            <li className="flex min-h-11 items-center sm:min-h-9">
              <Link className="py-1.5" params={{ id: item_id }} search={{}} to="/receipts/$id">
                A receipt of the inbox
              </Link>
            </li>
          )}
        </ul>
      )}
    </Section>
  );
}
