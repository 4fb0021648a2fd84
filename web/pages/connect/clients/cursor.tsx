import { ButtonAnchor } from "../../../components/button.tsx";
import { Snippet } from "../../../components/copy.tsx";
import { cursorConfig } from "../commands.ts";
import { KeyField } from "../given-key.tsx";
import { cursorLink, cursorLinkWithKey } from "../install-links.ts";
import { OtherWay, Path, SignIn, Step, Steps, type StepsProps } from "../steps.tsx";

export function CursorSteps({ server, given }: StepsProps) {
  return (
    <>
      <Steps>
        <Step>
          <p>Send the address to Cursor, which asks before it adds it.</p>
          <div>
            <ButtonAnchor href={cursorLink(server)} kind="primary">
              Add to Cursor
            </ButtonAnchor>
          </div>
        </Step>
        <Step>
          <p>
            Under <Path of={["Customize", "MCPs"]} /> press Connect beside {server.name}.{" "}
            <SignIn of="Cursor" />
          </p>
        </Step>
        <Step>
          <p>Ask: “Which customers do I have?”</p>
        </Step>
      </Steps>
      <OtherWay title="Use a key instead, as when an older Cursor cannot sign in">
        <KeyField given={given} />
        <div>
          <ButtonAnchor href={cursorLinkWithKey(server, given.key)}>
            Add to Cursor with this key
          </ButtonAnchor>
        </div>
        <p>
          Or put this into <code className="font-mono">~/.cursor/mcp.json</code>, or into{" "}
          <code className="font-mono">.cursor/mcp.json</code> of one project, and keep that out of
          version control:
        </p>
        <Snippet
          label="Copy configuration"
          text={cursorConfig(server, given.key)}
          what="Configuration of Cursor"
        />
      </OtherWay>
    </>
  );
}
