import { Button } from "../../../components/button.tsx";
import { useMe } from "../../../queries.ts";

type ListHeadProps = {
  /** How many events are newer than the first row. */
  readonly newCount: number;
  /** Whether there may be more of them. */
  readonly isAtLeast: boolean;
  readonly onShow: () => void;
};

/** The list's order and clock, and what came since. Its height is the same with and without news. */
export function ListHead({ newCount, isAtLeast, onShow }: ListHeadProps) {
  const { user } = useMe();
  const count = `${newCount}${isAtLeast ? " or more" : ""} new`;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 sm:min-h-9">
      <p className="text-ink2">The newest first. Times in {user.timeZone}.</p>
      <output className="sr-only">
        {newCount === 0 ? "" : `${count} since the list was loaded`}
      </output>
      {newCount === 0 ? null : (
        <Button kind="primary" onClick={onShow}>
          {count} – Show
        </Button>
      )}
    </div>
  );
}
