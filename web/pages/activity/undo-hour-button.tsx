import { Button } from "../../components/button.tsx";
import { useOpen } from "../../open.ts";
import { UNDO_HOUR } from "./undo-ids.ts";

export function UndoHourButton() {
  const { show } = useOpen();
  return (
    <Button id={UNDO_HOUR} kind="quiet" onClick={() => show(UNDO_HOUR)}>
      Undo the last hour
    </Button>
  );
}
