import { CopyButton } from "../../../components/copy.tsx";

type CopyIdProps = {
  readonly id: string;
  /** Name of the record with the id. */
  readonly what: string;
  readonly label?: string;
};

/** An id with a button that copies it. */
export function CopyId({ id, what, label = "Id" }: CopyIdProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      <span className="text-caption text-ink3">
        {label} <span className="font-mono slashed-zero">{id}</span>
      </span>
      <span>
        <CopyButton kind="quiet" label="Copy id" of={`of ${what}`} text={id} />
      </span>
    </span>
  );
}
