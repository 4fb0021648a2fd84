import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Notice } from "../components/status.tsx";
import { type BatchResult, saidOf } from "./batch.ts";
import type { ListWords } from "./list.ts";

type BatchFailuresProps = { readonly result: BatchResult; readonly words: ListWords };

/** `310 customers archived, 2 failed`, with the reasons on request. */
export function BatchFailures({ result, words }: BatchFailuresProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { failed } = result;
  return (
    <>
      <Notice
        actions={<Button onClick={() => setIsOpen(true)}>Show what failed</Button>}
        title={saidOf(result, words)}
        tone="warn"
      >
        <p>What failed is as it was, and still selected.</p>
      </Notice>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={`${failed.length} failed`}>
        <ul className="divide-y divide-line border-y border-line">
          {failed.map(({ key, name, because }) => (
            <li className="grid gap-0.5 py-2" key={key}>
              <bdi className="font-medium">{name}</bdi>
              <span className="text-ink2">{because}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
