import { Suspense, useRef } from "react";
import { later } from "../../components/later.tsx";
import { LINE } from "../../form/edge.ts";
import { WORK_FIELD } from "../../timer/timer-keys.ts";
import type { WorkProps } from "./work-box.tsx";

const WorkBox = later(async () => import("./work-box.tsx").then(({ WorkBox }) => WorkBox));

/**
 * Description of what is worked on. It offers the last work when it gets the focus, and takes text before
 * that list has been loaded.
 */
export function WorkField(props: Omit<WorkProps, "hasFocus">) {
  const { text, onText, onEnter } = props;
  const hasFocus = useRef(false);
  const plain = (
    <input
      autoComplete="off"
      className={LINE}
      id={WORK_FIELD}
      maxLength={2000}
      onBlur={() => (hasFocus.current = false)}
      onChange={({ target }) => onText(target.value)}
      onFocus={() => (hasFocus.current = true)}
      onKeyDown={({ key }) => (key === "Enter" ? onEnter() : undefined)}
      placeholder="Description"
      value={text}
    />
  );
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label className="font-medium" htmlFor={WORK_FIELD}>
        What are you working on?
      </label>
      <Suspense fallback={plain}>
        <WorkBox {...props} hasFocus={hasFocus} />
      </Suspense>
    </div>
  );
}
