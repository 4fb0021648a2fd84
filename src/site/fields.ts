import { html } from "hono/html";
import type { z } from "zod";
import { problemOfPassword } from "../accounts/passwords.ts";
import { placeOf, regionOf } from "../shared/time-zones.ts";
import { counted } from "../shared/words.ts";
import { type Html, notice, shape } from "./layout.ts";

/** The name is also the id, so that a summary of problems can link to it. */
type Field = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  /** Id of a problem shown elsewhere, because it concerns several fields. */
  readonly describedBy?: string | undefined;
};

type Input = Field & {
  readonly type: "text" | "email" | "password";
  readonly inputmode?: "email";
  readonly autocomplete: string;
  readonly value?: string;
  readonly isFocused?: boolean;
  readonly isFixed?: boolean;
};

export function input(field: Input): Html {
  const { name, type, inputmode, autocomplete, value, isFocused, isFixed } = field;
  const isAddress = type === "email" || inputmode === "email";
  const plain = isAddress ? html`autocapitalize="none" spellcheck="false"` : "";
  const focus = isFocused === true ? html`autofocus` : "";
  const entry = html`<input
    id="${name}"
    name="${name}"
    type="${type}"
    autocomplete="${autocomplete}"
    ${inputmode === undefined ? "" : html`inputmode="${inputmode}"`}
    ${plain}
    ${isFixed === true ? html`readonly` : html`required`}
    ${value === undefined ? "" : html`value="${value}"`}
    ${descriptionOf(field)}
    ${focus}
  />`;
  return labelled(field, entry);
}

/** The typed password is never sent back: beside other problems, it is asked for again. */
export function newPassword(problems: Readonly<Record<string, string>>): Html {
  const problem = problems["password"];
  const isLost = Object.keys(problems).length > 0 && problem === undefined;
  const again = isLost ? " Please type it again." : "";
  return input({
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "new-password",
    hint: `10 to 1,000 characters, any you like.${again}`,
    problem,
  });
}

export function select(field: Field & { readonly options: Html }): Html {
  const { name, options } = field;
  const entry = html`<span class="select"
    ><select id="${name}" name="${name}" required ${descriptionOf(field)}>
      ${options}
    </select></span
  >`;
  return labelled(field, entry);
}

export function option(value: string, label: string, isSelected: boolean): Html {
  return html`<option value="${value}" ${isSelected ? html`selected` : ""}>${label}</option>`;
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** Sentences by field. @param names begin the sentences of the schema's error */
export function formProblems(
  names: Readonly<Record<string, string>>,
  error: z.ZodError | undefined,
  password: string,
): Record<string, string> {
  const problems = (error?.issues ?? []).map(({ path, message }): [string, string] => {
    const field = String(path[0]);
    return [field, `${names[field] ?? field} ${message}.`];
  });
  const ofPassword = problemOfPassword(password);
  if (ofPassword !== null) problems.push(["password", `${ofPassword}.`]);
  return Object.fromEntries(problems);
}

export function problemSummary(problems: readonly (readonly [name: string, text: string])[]): Html {
  if (problems.length === 0) return html``;
  const items = problems.map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`);
  const body = html`<h2>${counted(problems.length, "problem")} to correct</h2>
    <ul>
      ${items}
    </ul>`;
  return notice("bad", body, html`role="alert" tabindex="-1" autofocus`);
}

function labelled(field: Field, entry: Html): Html {
  const { name, label, hint, problem } = field;
  return html`<div class="row field">
    <label class="label" for="${name}">${label}</label>
    <div class="entry">
      ${entry}
      ${problem === undefined ? "" : html`<p class="problem" id="${name}-problem">${shape("bad")}<span>${problem}</span></p>`}
      ${hint === undefined ? "" : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    </div>
  </div>`;
}

function descriptionOf({ name, hint, problem, describedBy }: Field): Html {
  const problemId = problem === undefined ? describedBy : `${name}-problem`;
  const ids = [
    ...(problemId === undefined ? [] : [problemId]),
    ...(hint === undefined ? [] : [`${name}-hint`]),
  ];
  const invalid = problemId === undefined ? "" : html`aria-invalid="true"`;
  return html`${invalid} ${ids.length === 0 ? "" : html`aria-describedby="${ids.join(" ")}"`}`;
}

/** By region: `Europe/Berlin` is Berlin under Europe. */
export function timeZoneOptionTags(
  timeZones: readonly string[],
  chosen: string,
  others: readonly { readonly value: string; readonly label: string }[] = [],
): Html {
  const regions = Map.groupBy(
    timeZones.filter((zone) => zone !== "UTC"),
    regionOf,
  );
  const groups = [...regions].map(
    ([region, zones]) =>
      html`<optgroup label="${region}">
        ${zones.map((zone) => option(zone, placeOf(zone), zone === chosen))}
      </optgroup>`,
  );
  const isKnown =
    chosen === "UTC" || timeZones.includes(chosen) || others.some(({ value }) => value === chosen);
  const first = isKnown
    ? others.map(({ value, label }) => option(value, label, value === chosen))
    : option("", "Choose a time zone", true);
  return html`${first}${option("UTC", "UTC", chosen === "UTC")}${groups}`;
}
