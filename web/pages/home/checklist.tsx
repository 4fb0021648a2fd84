import { Link, type LinkProps } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { Item, Items, Section } from "../../components/page.tsx";
import { Shape } from "../../components/shapes.tsx";
import { say } from "../../components/toast.tsx";
import { setSetUpHidden } from "../../preferences.ts";
import { useTeam } from "../../team.tsx";

export type Step = {
  readonly title: string;
  readonly hint: string;
  readonly isDone: boolean;
  readonly action: string;
  readonly link: Pick<LinkProps, "to" | "search">;
};

/** Steps, shown until all are done or the user hides them. */
export function Checklist({ steps }: { readonly steps: readonly Step[] }) {
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
