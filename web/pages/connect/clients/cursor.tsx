import { ButtonAnchor } from "../../../components/button.tsx";
import { Snippet } from "../../../components/copy.tsx";
import { cursorConfig } from "../commands.ts";
import { KeyField } from "../given-key.tsx";
import { cursorLink } from "../install-links.ts";
import { OtherWay, Path, Step, Steps, type StepsProps } from "../steps.tsx";

/** Cursor registers a redirect URI of its own scheme, which this server takes from nobody: so with a key. */
export function CursorSteps({ url, given }: StepsProps) {
  return (
    <>
      <Steps>
        <Step>
          <p>Cursor uses a key. Make one for it, and paste it here.</p>
          <KeyField given={given} />
        </Step>
        <Step>
          <p>Hand address and key to Cursor, which shows them and asks before it adds them.</p>
          <div>
            <ButtonAnchor href={cursorLink(url, given.key)} kind="primary">
              Add to Cursor
            </ButtonAnchor>
          </div>
          <p className="text-ink2">
            Without a key above it is given YOUR_KEY, which you then replace in Cursor’s settings.
          </p>
        </Step>
        <Step>
          <p>
            See that ledgerport is on under <Path of={["Customize", "MCPs"]} />, and ask: “Which
            customers do I have?”
          </p>
        </Step>
      </Steps>
      <OtherWay title="Add it by hand">
        <p>
          Put this into <code className="font-mono">~/.cursor/mcp.json</code>, or into{" "}
          <code className="font-mono">.cursor/mcp.json</code> of one project, and keep that out of
          version control.
        </p>
        <Snippet
          label="Copy configuration"
          text={cursorConfig(url, given.key)}
          what="Configuration of Cursor"
        />
      </OtherWay>
    </>
  );
}
