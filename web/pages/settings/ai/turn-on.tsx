import { type ReactNode, type RefObject, useRef } from "react";
import { AFTER_DELETION } from "../../../../src/shared/undo-days.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { say } from "../../../components/toast.tsx";
import { Form } from "../../../form/form.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { useOpen } from "../../../open.ts";
import { useMe, useNow } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { endingsAt } from "./endings.ts";
import { Gaining } from "./gaining.tsx";
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
          <p>{AFTER_DELETION}</p>
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

type TurnOnFormProps = { readonly cancel: ReactNode; readonly onDone: () => void };

function TurnOnForm({ cancel, onDone }: TurnOnFormProps) {
  const team = useTeam();
  const endings = endingsAt(useNow(), useMe().user.timeZone);
  const wordsOf = (until: string | null | undefined) =>
    endings.find(({ end }) => end === until)?.until;
  return (
    <Form
      before={cancel}
      foot={({ values }) => (
        <p aria-live="polite">
          Keys and apps with All can then delete in <bdi className="font-medium">{team.name}</bdi>{" "}
          {wordsOf(values.until)}.
        </p>
      )}
      given={{ team: team.id, isOn: true }}
      initial={{ until: "hour" }}
      kind="danger"
      needsPassword
      onDone={() => {
        onDone();
        say("Assistants can delete now.", { tone: "warn", about: "deleting" });
      }}
      route="PUT /api/teams/:team/destructive"
      submit="Let them delete"
    >
      {({ field }) => (
        <>
          <Gaining />
          <ToolsGained />
          <SelectField
            field={field("until")}
            label="Until when"
            options={endings.map(({ end, label }) => ({ value: end, label }))}
          />
        </>
      )}
    </Form>
  );
}
