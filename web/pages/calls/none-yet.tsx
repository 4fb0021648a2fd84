import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { useIsLogged } from "./is-logged.ts";

/** Empty state of the call log. */
export function NoneYet() {
  if (!useIsLogged()) return null;
  return (
    <Empty
      action={
        <ButtonLink kind="primary" to="/connect">
          Connect an assistant
        </ButtonLink>
      }
      title="No calls in the last 14 days"
    >
      Each call of an assistant appears here a second later: reads, changes and refusals.
    </Empty>
  );
}
