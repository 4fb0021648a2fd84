import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { changeSchemas, inputSchemas } from "../../core/record-fields.ts";
import { PROJECT_FIELDS } from "../../shared/records/project.ts";

export const projectInput = {
  ...inputSchemas(PROJECT_FIELDS),
  billable: z.boolean().optional(),
};

export const projectChanges = changeSchemas(PROJECT_FIELDS);

type Price = { readonly rate_minor: number | null; readonly currency: string | null };

/** @throws Refusal for a rate without a currency */
export function requirePrice({ rate_minor, currency }: Price): void {
  if (rate_minor === null || currency !== null) return;
  throw new Refusal({
    code: "invalid_argument",
    path: "currency",
    message: "an hourly rate needs a currency",
    next: "choose one and try again; nothing was done",
  });
}
