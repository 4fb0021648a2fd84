import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { useLogState } from "./log-state.ts";

/** Empty state of the call log. */
export function NoneYet() {
  if (useLogState().data?.isOn === false) return null;
  return (
    <Empty
      action={
        <ButtonLink kind="primary" to="/connect">
          Connect an assistant
        </ButtonLink>
      }
      title="No calls in the last 14 days"
    >
      Each call of an assistant appears here within seconds: reads, changes and refusals.
    </Empty>
  );
}
