import { type RefObject, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { useConfirmation } from "../../../components/confirmation.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { SelectField } from "../../../components/fields.tsx";
import { Form } from "../../../components/form.tsx";
import { say } from "../../../components/toast.tsx";
import { useOpen } from "../../../open.ts";
import { useMe, useNow, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { type End, endingsAt } from "./endings.ts";
import { ToolsGained } from "./tools-gained.tsx";

/** Confirms that assistants may delete: lists the tools, asks for the end and the password. */
export function TurnOnDialog({ opener }: { readonly opener: RefObject<HTMLElement | null> }) {
  const { hide } = useOpen();
  const { memberFullAccess } = useTeam();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      description={
        <>
          <p>
            Keys and apps with All get the tools below
            {memberFullAccess ? "" : ", except those of members"}.
          </p>
          <p>
            Assistants cannot undo a deletion. A person can, in Activity, for 30 days; after that it
            is final.
          </p>
        </>
      }
      finalFocus={opener}
      initialFocus={cancel}
      isOpen
      onClose={hide}
      size="wide"
      title="Let assistants delete?"
    >
      <TurnOnForm
        cancel={
          <Button onClick={hide} ref={cancel}>
            Cancel
          </Button>
        }
        onDone={hide}
      />
    </Dialog>
  );
}

type TurnOnFormProps = { readonly cancel: React.ReactNode; readonly onDone: () => void };

function TurnOnForm({ cancel, onDone }: TurnOnFormProps) {
  const team = useTeam();
  const turn = useWrite("PUT /api/teams/:team/destructive");
  const { field, confirmed } = useConfirmation();
  const [end, setEnd] = useState<End>("hour");
  const endings = endingsAt(useNow(), useMe().user.timeZone);
  const until = endings.find((ending) => ending.end === end)?.until;
  return (
    <Form
      before={cancel}
      foot={
        <p aria-live="polite">
          Keys and apps with All can then delete in <bdi className="font-medium">{team.name}</bdi>{" "}
          {until}.
        </p>
      }
      kind="danger"
      onSubmit={async (values) => {
        const input = { team: team.id, isOn: true, until: end === "never" ? null : end } as const;
        await confirmed(values, async () => turn.mutateAsync(input));
        onDone();
        say(`Keys and apps with All can delete ${until}.`, { tone: "warn" });
      }}
      submit="Let them delete"
    >
      <ToolsGained />
      <SelectField
        label="Until when"
        name="until"
        onChange={({ currentTarget: { value } }) => {
          const chosen = endings.find(({ end }) => end === value);
          if (chosen !== undefined) setEnd(chosen.end);
        }}
        options={endings.map(({ end, label }) => ({ value: end, label }))}
        value={end}
      />
      {field}
    </Form>
  );
}
