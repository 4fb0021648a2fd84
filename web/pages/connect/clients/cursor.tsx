import { ButtonAnchor } from "../../../components/button.tsx";
import { Snippet } from "../../../components/copy.tsx";
import { cursorConfig } from "../commands.ts";
import { KeyField } from "../given-key.tsx";
import { cursorLink } from "../install-links.ts";
import { OtherWay, Path, Step, Steps, type StepsProps } from "../steps.tsx";

/** Offers a key alone: Cursor's redirect URI has a private scheme, which this server refuses. */
export function CursorSteps({ url, given }: StepsProps) {
  return (
    <>
      <Steps>
        <Step>
          <p>Cursor uses a key. Make one for it, and paste it here.</p>
          <KeyField given={given} />
        </Step>
        <Step>
          <p>Send the address and key to Cursor, which asks before it adds them.</p>
          <div>
            <ButtonAnchor href={cursorLink(url, given.key)} kind="primary">
              Add to Cursor
            </ButtonAnchor>
          </div>
          <p className="text-ink2">
            Without a key above, replace YOUR_KEY in Cursor’s settings afterwards.
          </p>
        </Step>
        <Step>
          <p>
            Check that ledgerport is on under <Path of={["Customize", "MCPs"]} />, and ask: “Which
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
