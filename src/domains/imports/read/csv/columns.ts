import type { FileColumn, Question } from "../statement.ts";
import type { Roles } from "./role.ts";
import { type FoundRoles, hasAmount } from "./roles.ts";
import type { Table } from "./table.ts";

const MOST_EXAMPLES = 3;
const LONGEST_EXAMPLE = 80;

/** The columns of a table for a person, who may give one another role. */
export function columnsFor(roles: Roles, { header, body }: Table): readonly FileColumn[] {
  return roles.map((role, index) => ({
    id: `column:${index + 1}`,
    title: titleOf(header?.[index] ?? "", index),
    role,
    examples: body
      .slice(0, 100)
      .map(({ cells }) => cells[index] ?? "")
      .filter((cell) => cell !== "")
      .slice(0, MOST_EXAMPLES)
      .map((cell) => cell.slice(0, LONGEST_EXAMPLE)),
  }));
}

function titleOf(title: string, index: number): string {
  return title === "" ? `Column ${index + 1}` : title;
}

/** Questions for the columns without which no row can be read. */
export function openColumns(
  { roles, maybeAmounts }: FoundRoles,
  columns: readonly FileColumn[],
): readonly Question[] {
  const asked: Question[] = [];
  if (!roles.includes("date")) {
    const text = "Which column has the day of a booking?";
    asked.push({ id: "date-column", text, choices: columns.map(choiceOf) });
  }
  if (!hasAmount(roles)) {
    const some = columns.filter((_, index) => maybeAmounts.includes(index));
    const choices = (some.length > 0 ? some : columns).map(choiceOf);
    asked.push({ id: "amount-column", text: "Which column has the amount?", choices });
  }
  return asked;
}

function choiceOf({ id, title, examples }: FileColumn) {
  const like = examples.length > 0 ? `: ${examples.join(", ")}` : "";
  return { value: id.slice("column:".length), label: `${title}${like}` };
}
