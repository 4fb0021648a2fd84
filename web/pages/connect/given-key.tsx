import { useId, useState } from "react";
import { ButtonLink } from "../../components/button.tsx";

/** Key pasted to fill in the commands. It never leaves the page. */
export type GivenKey = {
  readonly typed: string;
  readonly type: (typed: string) => void;
  /** Key for the commands, or a placeholder. */
  readonly key: string;
};

/** Format of a key; anything else stays out of the commands. */
const KEY = /^svc_[0-9A-Za-z]{49}$/;
const IN_ITS_PLACE = "YOUR_KEY";

export function useGivenKey(): GivenKey {
  const [typed, type] = useState("");
  return { typed, type, key: KEY.test(typed.trim()) ? typed.trim() : IN_ITS_PLACE };
}

export function KeyField({ given }: { readonly given: GivenKey }) {
  const id = useId();
  const isOdd = given.typed.trim() !== "" && given.key === IN_ITS_PLACE;
  return (
    <div className="grid gap-1">
      <label className="font-medium" htmlFor={id}>
        Your API key
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          aria-describedby={`${id}-hint`}
          aria-invalid={isOdd || undefined}
          autoCapitalize="none"
          autoComplete="off"
          className="min-h-11 min-w-0 flex-1 basis-64 rounded-control border border-edge bg-surface px-3 py-1 font-mono text-section text-ink aria-invalid:border-bad sm:min-h-9 sm:text-small"
          id={id}
          onChange={(event) => given.type(event.target.value)}
          placeholder="svc_…"
          spellCheck={false}
          value={given.typed}
        />
        <ButtonLink search={{ open: "new-key" }} to="/settings/developer">
          Make an API key
        </ButtonLink>
      </div>
      <p className={isOdd ? "font-medium text-bad" : "text-ink2"} id={`${id}-hint`}>
        {isOdd
          ? "This is not a complete key. A key begins with svc_ and has 53 characters."
          : `It replaces ${IN_ITS_PLACE} below, and is not sent or stored.`}
      </p>
    </div>
  );
}
