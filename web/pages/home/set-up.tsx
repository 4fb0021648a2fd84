import { useIsFetching } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { Output } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Item, Items, Section } from "../../components/page.tsx";
import { Shape } from "../../components/shapes.tsx";
import { say } from "../../components/toast.tsx";
import { useIsSetUpHidden, setSetUpHidden } from "../../preferences.ts";
import { type Team, useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { type Connection, hasConnected } from "../connect/connection.ts";
import { useConnections } from "../connect/connections.tsx";

/** First steps of a new team. Each is derived from the data; the list goes when all are done. */
export function SetUp({ steps }: { readonly steps: readonly Step[] }) {
  const isHidden = useIsSetUpHidden(useTeam().id);
  return isHidden ? null : <Checklist steps={steps} />;
}

type Steps = {
  readonly steps: readonly Step[];
  readonly isPending: boolean;
};

type Overview = Output<"GET /api/teams/:team/overview">;

/** Steps of the set-up, none when they could not be loaded. Owners and admins are asked to invite members too. */
export function useSetUpSteps(overview: Overview | undefined): Steps {
  const team = useTeam();
  const connections = useConnections();
  const others = useOthers(team);
  const isPending = useIsFetching({ predicate: ({ state }) => state.status === "pending" }) > 0;
  if (connections === null || overview === undefined) return { steps: [], isPending };
  const first = [...bookSteps(overview), ...assistantSteps(connections)];
  if (!leads(team)) return { steps: first, isPending: false };
  if (others === null) return { steps: [], isPending };
  const invite: Step = {
    title: "Invite your team",
    hint: "They sign in with an account of their own, and you choose their role.",
    isDone: others > 0,
    action: "Invite somebody",
    link: { to: "/settings/team", search: { open: "invite" } },
  };
  return { steps: [...first, invite], isPending: false };
}

/** Number of other members, and of people who are invited; null until loaded. */
function useOthers(team: Team): number | null {
  const { data: members } = useOfTeam(team, "GET /api/teams/:team/members", {});
  const { data: invited } = useOfTeam(
    team,
    "GET /api/teams/:team/invitations",
    {},
    { isAsked: leads(team) },
  );
  if (members === undefined || invited === undefined) return null;
  return members.members.length - 1 + invited.invitations.length;
}

function bookSteps({ money, hasCustomers, hasTime, hasInvoices }: Overview): readonly Step[] {
  return [
    {
      title: "Import a bank file",
      hint: "Your bank’s website has it under Download or Export. A preview comes first.",
      isDone: money !== null,
      action: "Choose a file",
      link: { to: "/transactions/import" },
    },
    {
      title: "Add a customer",
      hint: "A name is enough.",
      isDone: hasCustomers,
      action: "Add one",
      link: { to: "/customers", search: { open: "new" } },
    },
    {
      title: "Track an hour",
      hint: "Start a timer, or write down what you did.",
      isDone: hasTime,
      action: "Start a timer",
      link: { to: "/time", search: { new: "timer" } },
    },
    {
      title: "Write an invoice",
      hint: "It stays a draft, which you can look at as a PDF, until you send it.",
      isDone: hasInvoices,
      action: "Write one",
      link: { to: "/invoices", search: { open: "new" } },
    },
  ];
}

function assistantSteps(connections: readonly Connection[]): readonly Step[] {
  return [
    {
      title: "Connect an assistant",
      hint: "Claude, ChatGPT, Cursor or another: a few steps for each.",
      isDone: connections.some(hasConnected),
      action: "Choose yours",
      link: { to: "/connect" },
    },
    {
      title: "Ask it something",
      hint: "“Which customers do I have?” will do. Connect shows the first call as it arrives.",
      isDone: connections.some(({ lastUsedAt }) => lastUsedAt !== null),
      action: "Watch for it",
      link: { to: "/connect" },
    },
  ];
}

type Step = {
  readonly title: string;
  readonly hint: string;
  readonly isDone: boolean;
  readonly action: string;
  readonly link: Pick<LinkProps, "to" | "search">;
};

function Checklist({ steps }: { readonly steps: readonly Step[] }) {
  const { id } = useTeam();
  if (steps.every(({ isDone }) => isDone)) return null;
  const hide = () => {
    setSetUpHidden(id, true);
    // The focused button is gone with the list.
    document.getElementById("main")?.focus();
    say("The list is hidden. You can show it again from Help.", {
      action: { label: "Undo", onPress: () => setSetUpHidden(id, false) },
    });
  };
  return (
    <Section
      actions={
        <Button kind="quiet" onClick={hide}>
          Hide this list
        </Button>
      }
      id="set-up"
      title="To set up"
    >
      <Items label="Steps">
        {steps.map((step) => (
          <ChecklistItem key={step.title} step={step} />
        ))}
      </Items>
    </Section>
  );
}

function ChecklistItem({ step: { title, hint, isDone, action, link } }: { readonly step: Step }) {
  return (
    <Item
      actions={
        isDone ? null : (
          <Link
            className="inline-flex min-h-11 items-center underline sm:-my-0.5 sm:min-h-6"
            {...link}
          >
            {action}
          </Link>
        )
      }
    >
      <p className="flex gap-2">
        <span className="pt-0.5">{isDone ? <Shape tone="good" /> : <Open />}</span>
        <span className={isDone ? "text-ink2" : "font-medium"}>
          {title}
          <span className="sr-only">{isDone ? ", done" : ", open"}</span>
        </span>
      </p>
      {isDone ? null : <p className="ps-6 text-ink2">{hint}</p>}
    </Item>
  );
}

function Open() {
  return (
    <svg
      aria-hidden="true"
      className="size-4 shrink-0 text-ink3"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      viewBox="0 0 16 16"
    >
      <circle cx="8" cy="8" r="6.25" />
    </svg>
  );
}
