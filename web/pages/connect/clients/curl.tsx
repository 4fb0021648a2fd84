import { Snippet } from "../../../components/copy.tsx";
import { curlLine } from "../commands.ts";
import { KeyField } from "../given-key.tsx";
import { Step, Steps, type StepsProps } from "../steps.tsx";

export function CurlSteps({ server, given }: StepsProps) {
  return (
    <Steps>
      <Step>
        <p>Make a key that may read, and paste it here.</p>
        <KeyField given={given} />
      </Step>
      <Step>
        <p>Run this in a terminal. It asks for one customer, and changes nothing.</p>
        <Snippet
          label="Copy command"
          text={curlLine(server.url, given.key)}
          what="Command for curl"
        />
        <p className="text-ink2">
          It is written for the shells of Linux and macOS. A program that cannot set the
          Authorization header sends the key as x-api-key.
        </p>
      </Step>
    </Steps>
  );
}
