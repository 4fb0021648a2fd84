import { useRef, useState } from "react";
import { RefusalNote } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/status.tsx";
import { toastRefusal } from "../../../components/toast.tsx";
import { upload } from "../../../files.ts";
import { firstOnPage } from "../../../focus.ts";
import { takeChosen, useDrop } from "../../../form/drop-file.tsx";
import { useRefetch, useWrite } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { sayWithUndo } from "../../../undo.ts";
import { drawnLogo, logoAddress } from "./logo-picture.ts";
import { type Settings, SETTINGS_CHANGES } from "./settings.ts";

/** Element id of the button that chooses a picture. */
const CHOOSE = "choose-logo";

export function LogoSettings({ settings: { logo_sha256 } }: { readonly settings: Settings }) {
  const team = useTeam();
  if (!leads(team))
    return logo_sha256 === null ? (
      <p className="text-ink2">There is no logo. Only owners and admins can choose one.</p>
    ) : (
      <LogoPicture sha256={logo_sha256} />
    );
  return <LogoChoice key={team.id} sha256={logo_sha256} />;
}

function LogoPicture({ sha256 }: { readonly sha256: string }) {
  const { id, name } = useTeam();
  return (
    <div className="justify-self-start border border-line bg-[#fff] p-4">
      <img
        alt={`Logo of ${name}`}
        className="max-h-24 max-w-full object-contain"
        src={logoAddress(id, sha256)}
      />
    </div>
  );
}

type State =
  | { readonly name: "ready" | "sending" | "no picture" }
  | { readonly name: "failed"; readonly error: Error };

function LogoChoice({ sha256 }: { readonly sha256: string | null }) {
  const team = useTeam().id;
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ name: "ready" });
  const refetch = useRefetch(SETTINGS_CHANGES);
  const remove = useWrite("DELETE /api/teams/:team/invoice-settings/logo", {
    changes: SETTINGS_CHANGES,
  });
  const tell = (words: string, event: string | null) => {
    if (event !== null) sayWithUndo(words, { team, event, after: refetch });
  };
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setState({ name: "sending" });
    try {
      const png = await drawnLogo(file);
      if (png === null) {
        setState({ name: "no picture" });
        return;
      }
      const { event } = await upload("PUT /api/teams/:team/invoice-settings/logo", { team }, png);
      await refetch();
      setState({ name: "ready" });
      tell("The logo is saved.", event);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setState({ name: "failed", error });
    }
  };
  const drop = async () => {
    const answer = await toastRefusal(async () => remove.mutateAsync({ team }));
    if (answer === null) return;
    firstOnPage(CHOOSE)?.focus();
    tell("The logo is removed.", answer.event);
  };
  const { isOver, drop: dropping } = useDrop((file) => void take(file));
  return (
    <div className="grid gap-3">
      <div
        className={`grid justify-items-start gap-3 rounded-control border border-dashed border-edge p-3 ${isOver ? "bg-accent-soft" : "bg-surface"}`}
        {...dropping}
      >
        {sha256 === null ? null : <LogoPicture sha256={sha256} />}
        <input
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label="Picture of the logo"
          className="sr-only"
          onChange={({ target }) => takeChosen(target, (file) => void take(file))}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            id={CHOOSE}
            isBusy={state.name === "sending"}
            onClick={() => input.current?.click()}
          >
            {sha256 === null ? "Choose a picture" : "Choose another picture"}
          </Button>
          {sha256 === null ? null : (
            <Button isBusy={remove.isPending} onClick={() => void drop()}>
              Remove the logo
            </Button>
          )}
          <span className="text-ink2 pointer-coarse:hidden">or drop one here</span>
        </div>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {state.name === "no picture" ? (
          <Notice title="The file is no picture that the browser can show" tone="bad">
            <p>Choose a PNG, JPEG or WebP file. Nothing was changed.</p>
          </Notice>
        ) : null}
        {state.name === "failed" ? <RefusalNote error={state.error} /> : null}
      </div>
    </div>
  );
}
