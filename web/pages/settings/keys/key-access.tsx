import { Link } from "@tanstack/react-router";
import { Check, ChevronRight, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { AFTER_DELETION } from "../../../../src/shared/limits.ts";
import { Answer } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { useDeleting } from "../../../components/reach.tsx";
import { Notice } from "../../../components/status.tsx";
import { dayOf, exactTime } from "../../../dates.ts";
import { Choices } from "../../../form/choices.tsx";
import type { Field } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { useMe, useNow, useOwn } from "../../../queries.ts";
import { isCapped, useTeam } from "../../../team.tsx";
import {
  type Access,
  highestLevel,
  type Level,
  levelOf,
  LEVELS,
  keyOpens,
  type Preset,
  KEY_PRESETS,
  type Resource,
  withAllAt,
  withLevel,
} from "./key.ts";

type AccessChoiceProps = {
  readonly preset: Field<Preset | undefined, Preset>;
  readonly scopes: Field<readonly string[] | undefined, string[] | undefined>;
};

export function AccessChoice({ preset, scopes }: AccessChoiceProps) {
  const isLocked = isCapped(useTeam());
  const choose = (chosen: Preset) => {
    preset.set(chosen);
    scopes.set(chosen === "restricted" ? [] : undefined);
  };
  return (
    <div className="grid gap-4">
      <Choices
        choices={KEY_PRESETS.map(({ preset, label, hint }) => ({
          value: preset,
          label,
          hint: preset === "all" && isLocked ? CAPPED : hint,
          isDisabled: preset === "all" && isLocked,
        }))}
        field={{ ...preset, set: choose }}
        label="Access"
      />
      {preset.value === "restricted" ? <RestrictedChoice field={scopes} /> : null}
    </div>
  );
}

const CAPPED =
  "Members’ keys cannot have All in this team. An owner or admin can allow it in Settings, Team.";

type RestrictedChoiceProps = {
  readonly field: Field<readonly string[] | undefined, string[]>;
};

/** Offers what scopes really open, and the single scopes under a disclosure. */
function RestrictedChoice({ field }: RestrictedChoiceProps) {
  const answer = useOwn("GET /api/scopes", {});
  const scopes = field.value ?? [];
  return (
    <Answer query={answer} what="the scopes">
      {({ resources }) => (
        <div className="grid gap-2">
          <Choices<Level>
            choices={OPENED}
            field={{
              ...field,
              value: highestLevel(scopes),
              set: (level) => field.set([...withAllAt(resources, level)]),
              clash: null,
            }}
            label="It may"
          />
          <details className="group border-t border-line">
            <summary className="flex min-h-11 cursor-pointer items-center gap-1 text-ink2 hover:underline">
              <ChevronRight
                aria-hidden
                className="shrink-0 group-open:rotate-90"
                size={16}
                strokeWidth={1.5}
              />
              Advanced: choose single scopes
            </summary>
            <ScopeMatrix
              onChange={(scopes) => field.set([...scopes])}
              resources={resources}
              scopes={scopes}
            />
          </details>
        </div>
      )}
    </Answer>
  );
}

const OPENED = [
  { value: "read", label: "Read", hint: "Every tool that reads, on all of the team’s data." },
  {
    value: "write",
    label: "Read and change",
    hint: "Also every tool that writes, sending invoices included.",
  },
] as const;

type ScopeMatrixProps = {
  readonly resources: readonly Resource[];
  readonly scopes: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
};

/** A row per resource with its levels, and a hint that a scope opens a whole tier of tools. */
function ScopeMatrix({ resources, scopes, onChange }: ScopeMatrixProps) {
  return (
    <div className="grid gap-3 pb-2">
      <p className="text-ink2">
        The key holds the scopes that you choose here. They do not narrow what it may do: one Read
        opens every tool that reads, and one Write opens every tool that writes too.
      </p>
      <div>
        <Button onClick={() => onChange([])}>Set all to None</Button>
      </div>
      <table className="w-full border-b border-line">
        <caption className="sr-only">Scopes by resource</caption>
        <thead>
          <tr className="border-b border-line text-small text-ink2">
            <th className="py-1 text-start font-medium" scope="col">
              Resource
            </th>
            {LEVELS.map(({ level, label }) => (
              <th className="w-14 py-1 text-center font-medium sm:w-20" key={level} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {resources.map((resource) => (
            <ScopeRow
              key={resource.name}
              onChoose={(level) => onChange(withLevel(scopes, resource, level))}
              resource={resource}
              scopes={scopes}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ScopeRowProps = {
  readonly resource: Resource;
  readonly scopes: readonly string[];
  readonly onChoose: (level: Level) => void;
};

/** Levels of one resource, as one radio group: Tab reaches it, arrows choose. */
function ScopeRow({ resource, scopes, onChoose }: ScopeRowProps) {
  const { name, label } = resource;
  const chosen = levelOf(scopes, resource);
  return (
    <tr className="hover:bg-hover">
      <th className="py-2 pe-2 text-start font-normal" scope="row">
        {label}
      </th>
      {LEVELS.map(({ level }) => {
        const words = level === "none" ? "None" : resource[level]?.words;
        return (
          <td key={level}>
            {words === undefined ? null : (
              <label className="flex min-h-11 cursor-pointer items-center justify-center sm:min-h-9">
                <input
                  aria-label={`${label}: ${words}`}
                  checked={chosen === level}
                  className="size-4 accent-accent"
                  name={`level of ${name}`}
                  onChange={() => onChoose(level)}
                  type="radio"
                  value={level}
                />
              </label>
            )}
          </td>
        );
      })}
    </tr>
  );
}

const CHOICES = [
  { value: 7, label: "7 days" },
  { value: 30, label: "30 days" },
  { value: 90, label: "90 days" },
  { value: 365, label: "365 days" },
  { value: null, label: "No expiry" },
] as const;

type Days = (typeof CHOICES)[number]["value"];

export const EXPIRY: Days = 90;

export function ExpiryChoice({ field }: { readonly field: Field<Days | undefined, Days> }) {
  const { timeZone } = useMe().user;
  const now = useNow();
  const { value: days = EXPIRY } = field;
  return (
    <div>
      <SelectField
        field={field}
        hint={days === null ? undefined : `It expires on ${dayOf(after(now, days), timeZone)}.`}
        label="Expires after"
        options={CHOICES}
      />
      <output className="block">
        {days === null ? (
          <div className="pt-2">
            <Notice tone="warn">
              It never expires. If it leaks, it works until someone revokes it.
            </Notice>
          </div>
        ) : null}
      </output>
    </div>
  );
}

function after(now: string, days: number): string {
  return new Date(Date.parse(now) + days * 24 * 60 * 60 * 1000).toISOString();
}

/** Preview of a new key's access, updated with the form. */
export function Unlocks({ access }: { readonly access: Access }) {
  const deleting = useDeleting();
  const team = useTeam();
  const opens = keyOpens(access, { isCapped: isCapped(team), isDeletingOn: deleting.isOn });
  return (
    <section aria-labelledby="unlocks" className="grid gap-1">
      <h3 className="font-medium" id="unlocks">
        Access of this key
      </h3>
      <ul aria-live="polite" className="grid gap-0.5 text-small">
        <Line isOpen={opens.read} title="Read">
          {opens.read
            ? "every tool that reads, on all of the team’s data, for any resource."
            : "nothing yet. Choose what it may do."}
        </Line>
        <Line isOpen={opens.write} title="Create and change">
          {opens.write ? `${writing(access)}, sending invoices included.` : "nothing."}
        </Line>
        <Line isOpen={opens.destructive} title="Delete">
          <Deleting access={access} />
        </Line>
      </ul>
    </section>
  );
}

function writing({ preset, scopes }: Access): string {
  const writes = scopes.filter((scope) => scope.endsWith(".write"));
  return preset === "restricted" && writes.length === 1
    ? `${writes[0]} alone opens every tool that writes`
    : "every tool that writes";
}

function Deleting({ access }: { readonly access: Access }) {
  const { isOn, until } = useDeleting();
  const { user } = useMe();
  if (access.preset !== "all") return "nothing. That takes a key with All.";
  const state = !isOn
    ? "not now: tools that delete are off for the team. This key gets them when they are turned on in"
    : `every tool that deletes, ${until === null ? "until they are turned off" : `until ${exactTime(until, user.timeZone)}`}, as set in`;
  return (
    <>
      {state}{" "}
      <Link className="underline" rel="noopener" target="_blank" to="/settings/ai">
        Settings, AI<span className="sr-only"> (opens in a new tab)</span>
      </Link>
      . {AFTER_DELETION}
    </>
  );
}

type LineProps = {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
};

function Line({ isOpen, title, children }: LineProps) {
  const Icon = isOpen ? Check : Minus;
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-2">
      <Icon aria-hidden className="mt-0.5 text-ink2" size={16} strokeWidth={1.5} />
      <span className={isOpen ? "" : "text-ink2"}>
        <span className="font-medium">{title}:</span> {children}
      </span>
    </li>
  );
}
