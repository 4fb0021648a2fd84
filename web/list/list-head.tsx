import type { ReactNode } from "react";
import { Button } from "../components/button.tsx";
import { looseField } from "../form/field.ts";
import { SelectField } from "../form/select-field.tsx";
import { useMe } from "../queries.ts";
import type { Address } from "./address.ts";
import type { List } from "./list.ts";
import { ordersOf, orderWords } from "./sort.ts";

type ListHeadProps<Row> = {
  readonly list: List<Row>;
  readonly address: Address;
  /** Number of rows newer than the first one. */
  readonly newCount: number;
  /** True when there may be more. */
  readonly isAtLeast: boolean;
  readonly onShow: () => void;
  readonly note: ReactNode;
};

/** Order, time zone, and a button for new rows. Its height is constant. */
export function ListHead<Row>({
  list,
  address,
  newCount,
  isAtLeast,
  onShow,
  note,
}: ListHeadProps<Row>) {
  const { user } = useMe();
  const { words } = list;
  const sort = address.values["sort"] ?? list.sort;
  const order = orderWords(list, sort);
  const count = `${newCount}${isAtLeast ? " or more" : ""} new`;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:min-h-9">
      {sort === undefined ? null : (
        <div className="sm:hidden">
          <SelectField
            field={looseField<string>("sort", sort, address.sortBy)}
            label="Order"
            options={ordersOf(list)}
          />
        </div>
      )}
      <p className={`text-ink2 ${order === null ? "" : "max-sm:hidden"}`}>
        {order ?? words.order}.{words.hasTimes === true ? ` Times in ${user.timeZone}.` : ""}
      </p>
      {note}
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
