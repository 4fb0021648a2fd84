import { api } from "../../api.ts";
import { say } from "../../components/toast.tsx";
import { DayField } from "../../form/day-field.tsx";
import { Form } from "../../form/form.tsx";
import { MoneyField } from "../../form/money-field.tsx";
import { inPercent, NumberField } from "../../form/number-field.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { currencies } from "../../numbers.ts";
import { useTeam } from "../../team.tsx";
import { isWorkedOn, RECEIPT_CHANGES, RECEIPT_PATH, type ShownReceipt } from "./receipt.ts";

type ReceiptFieldsProps = {
  readonly receipt: ShownReceipt;
  /** Names the field that has the focus. */
  readonly onPoint: (name: string) => void;
};

export const FIRST_FIELD = "receipt-vendor";

const TYPES = [
  { value: null, label: "Not known" },
  { value: "expense", label: "Receipt" },
  { value: "invoice", label: "Invoice" },
  { value: "other", label: "Neither" },
] as const;

/** Two short fields beside each other, where they have room. */
const PAIR = "grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-4";

/** Form to correct what was read. What a person typed stays, however often the file is read again. */
export function ReceiptFields({ receipt, onPoint }: ReceiptFieldsProps) {
  const team = useTeam();
  const { id, seen } = receipt;
  const hintOf = (name: string) => hint(receipt, name);
  return (
    <section aria-labelledby="read" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold" id="read">
        What was read
      </h3>
      <Form
        changes={RECEIPT_CHANGES}
        done="Saved"
        given={{ team: team.id, id }}
        initial={valuesOf(receipt)}
        // Once it is read, the form begins with what was found.
        key={`${id} ${isWorkedOn(receipt)}`}
        kind="secondary"
        onDone={({ notices = [] }) => (notices.length === 0 ? undefined : say(notices.join(" ")))}
        route="PATCH /api/teams/:team/inbox/:id"
        submit="Save"
        version={{
          seen,
          read: async () => {
            const now = await api(RECEIPT_PATH, { team: team.id, id });
            return { values: valuesOf(now), seen: now.seen };
          },
        }}
      >
        {({ field, values }) => {
          const currency = values.currency ?? null;
          const at = (name: string) => ({ onFocusCapture: () => onPoint(name) });
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <div {...at("vendor")}>
                <TextField
                  field={{ ...field("vendor"), id: FIRST_FIELD }}
                  hint={hintOf("vendor")}
                  isOptional
                  label="From"
                  maxLength={300}
                />
              </div>
              <div {...at("number")}>
                <TextField
                  field={field("number")}
                  hint={hintOf("number")}
                  isOptional
                  label="Number"
                  maxLength={300}
                />
              </div>
              <div className={PAIR}>
                <div {...at("date")}>
                  <DayField field={field("date")} hint={hintOf("date")} isOptional label="Date" />
                </div>
                <div {...at("due_date")}>
                  <DayField
                    field={field("due_date")}
                    hint={hintOf("due_date")}
                    isOptional
                    label="Due"
                  />
                </div>
              </div>
              <div {...at("currency")}>
                <SelectField
                  field={field("currency")}
                  hint={hintOf("currency")}
                  label="Currency"
                  options={[{ value: null, label: "Not known" }, ...currencies()]}
                />
              </div>
              {currency === null ? (
                <p className="text-small text-ink2">Choose the currency to enter amounts.</p>
              ) : (
                <div className={PAIR}>
                  <div {...at("amount_minor")}>
                    <MoneyField
                      currency={currency}
                      field={field("amount_minor")}
                      hint={hintOf("amount_minor")}
                      isOptional
                      label="Amount"
                    />
                  </div>
                  <div {...at("tax_minor")}>
                    <MoneyField
                      currency={currency}
                      field={field("tax_minor")}
                      hint={hintOf("tax_minor")}
                      isOptional
                      label="Tax in it"
                    />
                  </div>
                </div>
              )}
              <div className={PAIR}>
                <div {...at("tax_rate_bp")}>
                  <NumberField
                    decimals={2}
                    field={inPercent(field("tax_rate_bp"))}
                    hint={hintOf("tax_rate_bp")}
                    isOptional
                    label="Tax rate"
                    max={100}
                    min={0}
                    unit="%"
                  />
                </div>
                <SelectField
                  field={field("type")}
                  hint={hintOf("type")}
                  label="Kind of paper"
                  options={TYPES}
                />
              </div>
            </div>
          );
        }}
      </Form>
    </section>
  );
}

/** Words beside what was read with doubt. */
function hint({ fields }: ShownReceipt, name: string): string | undefined {
  return fields[name]?.sure === "low" ? "Unsure: compare it with the paper." : undefined;
}

function valuesOf(receipt: ShownReceipt) {
  const { vendor, type, number, date, due_date, currency } = receipt;
  const { amount_minor, tax_minor, tax_rate_bp } = receipt;
  return { vendor, type, number, date, due_date, currency, amount_minor, tax_minor, tax_rate_bp };
}
