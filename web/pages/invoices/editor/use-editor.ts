import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../../api.ts";
import type { Field, FieldsOf } from "../../../form/field.ts";
import { fieldId, useForm } from "../../../form/use-form.ts";
import { useKeyDown } from "../../../keyboard.ts";
import { reloadRows } from "../../../list/changes.ts";
import { oneOf } from "../../../list/filters.ts";
import { useTeam } from "../../../team.tsx";
import { INVOICED_TIME } from "../hours/hours.ts";
import {
  CHECK,
  type Invoice,
  INVOICE_LANGUAGE_CODES,
  INVOICE_PATH,
  INVOICES_PATH,
  SAVE,
} from "../invoice.ts";

type Fields = FieldsOf<typeof SAVE>;

const SAVE_AFTER_MS = 2000;
const CHANGES = [CHECK, INVOICED_TIME] as const;

/**
 * Draft as it is edited. It is saved two seconds after the last change, or at once by Ctrl+S. After a failure what
 * was typed stays, and the next change or a press saves again.
 */
export function useEditor(invoice: Invoice) {
  const team = useTeam().id;
  const queries = useQueryClient();
  const [edits, setEdits] = useState(0);
  const [tried, setTried] = useState(0);
  const { id } = invoice;
  const form = useForm({
    route: SAVE,
    given: { team, id },
    initial: draftValuesOf(invoice),
    version: { seen: invoice.updated_at, read: async () => currentOf(team, id) },
    changes: CHANGES,
    onDone: (saved) => {
      queries.setQueryData([INVOICE_PATH, { id, team }], saved);
      queries.removeQueries({ queryKey: [INVOICES_PATH], type: "inactive" });
      void reloadRows(queries, { route: INVOICES_PATH });
    },
  });
  const { isChanged, isBusy } = form;
  const save = () => {
    if (!isChanged || isBusy) return;
    setTried(edits);
    form.submit();
  };
  const saveLater = useEffectEvent(save);
  const isDue = isChanged && !isBusy && edits !== tried && form.other === null;
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(saveLater, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
    // Each further change begins the two seconds anew.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [isDue, edits]);
  useKeyDown((event) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  });
  const field = <Name extends keyof Fields>(
    name: Name,
  ): Field<Fields[Name] | undefined, Fields[Name]> => {
    const made = form.view.field(name);
    const counting =
      <Value>(act: (value: Value) => void) =>
      (value: Value) => {
        setEdits((edits) => edits + 1);
        act(value);
      };
    return { ...made, set: counting(made.set), refuse: counting(made.refuse) };
  };
  const state = form.isBusy
    ? "saving"
    : form.stillWrong !== null
      ? "failed"
      : isChanged
        ? "waiting"
        : "saved";
  return {
    form,
    field,
    values: whole(form.view.values),
    fieldOf: (name: string) => fieldId(form.id, name),
    save,
    state,
    why: form.problem === null ? null : whyOf(form.problem),
  } as const;
}

export type Editor = ReturnType<typeof useEditor>;

function whyOf({
  title,
  detail,
  errors,
}: NonNullable<ReturnType<typeof useForm>["problem"]>): string {
  const [first] = errors;
  return first === undefined ? `${title} ${detail}` : `${title} ${first.detail}`;
}

/** Fields of the draft by the names that the route writes. */
export function draftValuesOf(invoice: Invoice) {
  return {
    customer_id: invoice.customer?.id ?? null,
    currency: invoice.currency,
    language: oneOf(INVOICE_LANGUAGE_CODES, invoice.language ?? undefined) ?? null,
    issue_date: invoice.issue_date,
    due_date: invoice.due_date,
    // Only credit notes have none.
    terms_days: invoice.terms_days ?? 0,
    service_from: invoice.service_from,
    service_to: invoice.service_to,
    reference: invoice.reference,
    prices_include_tax: invoice.prices_include_tax,
    discount_bp: invoice.discount_bp,
    discount_minor: invoice.discount_minor,
    lines: invoice.lines,
    note: invoice.note,
    payment_account_id: invoice.payment_account_id,
  };
}

export type DraftValues = ReturnType<typeof draftValuesOf>;

/** Casts: the form starts with a value of each field, and only their controls set them. */
function whole(values: Partial<Fields>): DraftValues {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return values as DraftValues;
}

/** The draft as it is now, with who changed it last. */
async function currentOf(team: string, id: string) {
  const [invoice, { events }] = await Promise.all([
    api(INVOICE_PATH, { team, id }),
    api("GET /api/teams/:team/activity", { team, record: `invoice:${id}`, limit: 1 }),
  ]);
  const by = events[0]?.actor?.name ?? null;
  return { values: draftValuesOf(invoice), seen: invoice.updated_at, by };
}
