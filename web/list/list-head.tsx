import { Button } from "../components/button.tsx";
import { useMe } from "../queries.ts";

type ListHeadProps = {
  /** Order of the rows, as a sentence. */
  readonly order: string;
  /** Number of rows newer than the first one. */
  readonly newCount: number;
  /** True when there may be more. */
  readonly isAtLeast: boolean;
  readonly onShow: () => void;
};

/** Order, time zone, and a button for new rows. Its height is constant. */
export function ListHead({ order, newCount, isAtLeast, onShow }: ListHeadProps) {
  const { user } = useMe();
  const count = `${newCount}${isAtLeast ? " or more" : ""} new`;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 sm:min-h-9">
      <p className="text-ink2">
        {order} Times in {user.timeZone}.
      </p>
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
