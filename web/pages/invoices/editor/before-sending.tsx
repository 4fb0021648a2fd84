import { Link } from "@tanstack/react-router";
import type { Output } from "../../../api.ts";
import { FailureNote } from "../../../components/answer.tsx";
import { Shape } from "../../../components/shapes.tsx";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { CHECK, type InvoiceLine } from "../invoice.ts";
import { cellId, cellOfPath } from "./cells.ts";

type Check = Output<typeof CHECK>;
type CheckItem = Check["items"][number];

export function useCheck(id: string) {
  return useOfTeam(useTeam(), CHECK, { id });
}

type BeforeSendingProps = {
  readonly invoice: string;
  readonly lines: readonly InvoiceLine[];
  /** Id of the form's field of that name. */
  readonly fieldOf: (name: string) => string;
};

/** Faults that stop the sending, each with the way to it; then what is only worth a look. */
export function BeforeSending({ invoice, lines, fieldOf }: BeforeSendingProps) {
  const query = useCheck(invoice);
  const items = query.data?.items ?? [];
  const needed = items.filter(({ is_needed }) => is_needed);
  const others = items.filter(({ is_needed }) => !is_needed);
  return (
    <section aria-labelledby="before-sending" className="grid content-start gap-2">
      <h2 className="text-section font-semibold" id="before-sending">
        Before sending
      </h2>
      {query.data === undefined && query.error !== null ? (
        <FailureNote
          error={query.error}
          onRetry={() => void query.refetch()}
          what="what is missing"
        />
      ) : null}
      {query.data !== undefined && items.length === 0 ? (
        <p className="flex gap-2">
          <span className="pt-0.5">
            <Shape tone="good" />
          </span>
          It can be sent.
        </p>
      ) : null}
      <CheckItems fieldOf={fieldOf} items={needed} label="Missing" lines={lines} tone="bad" />
      {needed.length === 0 && others.length > 0 ? <p>It can be sent. Look at this first:</p> : null}
      <CheckItems fieldOf={fieldOf} items={others} label="Worth a look" lines={lines} tone="warn" />
    </section>
  );
}

type CheckItemsProps = Omit<BeforeSendingProps, "invoice"> & {
  readonly items: readonly CheckItem[];
  readonly label: string;
  readonly tone: "bad" | "warn";
};

function CheckItems({ items, label, tone, ...places }: CheckItemsProps) {
  if (items.length === 0) return null;
  return (
    <ul aria-label={label} className="grid gap-1">
      {items.map((item) => (
        <li className="flex gap-2" key={item.path + item.message}>
          <span className="pt-0.5 max-sm:pt-3.5">
            <Shape tone={tone} />
          </span>
          <WayTo {...places} item={item} />
        </li>
      ))}
    </ul>
  );
}

type WayToProps = Omit<BeforeSendingProps, "invoice"> & { readonly item: CheckItem };

const LOOK = "inline-flex min-h-11 items-center text-start text-ink underline sm:min-h-6";

/** Leads to the page where it is set, or to the field of this page. */
function WayTo({ item: { path, message, page }, lines, fieldOf }: WayToProps) {
  if (page !== null) {
    const [to = "", hash = ""] = page.split("#");
    return (
      <Link className={LOOK} hash={hash} to={to}>
        {message}
      </Link>
    );
  }
  const id = elementOf(path, lines, fieldOf);
  return (
    <a
      className={LOOK}
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault();
        const place = document.getElementById(id);
        // The lines are led to as a whole, to the first of them.
        const field = place?.matches(FIELDS) === true ? place : place?.querySelector(FIELDS);
        if (!(field instanceof HTMLElement)) return;
        field.scrollIntoView({ block: "center" });
        field.focus();
      }}
    >
      {message}
    </a>
  );
}

const FIELDS = "input, select, textarea";

function elementOf(
  path: string,
  lines: readonly InvoiceLine[],
  fieldOf: (name: string) => string,
): string {
  const cell = cellOfPath(path);
  const line = cell === null ? undefined : lines[cell.at];
  if (cell !== null && line !== undefined) return cellId(line.id, cell.column);
  const name = path.split(/[./]/)[0] ?? path;
  return fieldOf(name);
}
