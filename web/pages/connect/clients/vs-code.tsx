import { ButtonAnchor } from "../../../components/button.tsx";
import { Snippet } from "../../../components/copy.tsx";
import { vsCodeLink, vsCodeLinkWithKey } from "../install-links.ts";
import { OtherWay, Path, SignIn, Step, Steps, type StepsProps } from "../steps.tsx";

export function VsCodeSteps({ server }: StepsProps) {
  return (
    <>
      <Steps>
        <Step>
          <p>Send the address to VS Code, and press Install there.</p>
          <div>
            <ButtonAnchor href={vsCodeLink(server)} kind="primary">
              Add to VS Code
            </ButtonAnchor>
          </div>
        </Step>
        <Step>
          <p>
            When VS Code asks whether {server.name} may sign you in, press Allow.{" "}
            <SignIn of="VS Code" />
          </p>
        </Step>
        <Step>
          <p>Ask in agent mode: “Which customers do I have?”</p>
        </Step>
      </Steps>
      <OtherWay title="Use a key instead">
        <p>VS Code asks for the key when it starts the server, and keeps it with its secrets.</p>
        <div>
          <ButtonAnchor href={vsCodeLinkWithKey(server)}>Add to VS Code with a key</ButtonAnchor>
        </div>
      </OtherWay>
      <OtherWay title="Add it by hand">
        <p>
          Run <Path of={["MCP: Add Server"]} /> from the command palette, choose HTTP, paste the
          address, and call it {server.name}.
        </p>
        <Snippet label="Copy address" text={server.url} what="Address for VS Code" />
      </OtherWay>
    </>
  );
}
