import { LayoutGrid, Rows3 } from "lucide-react";
import { IconButton } from "../components/button.tsx";
import { useListAddress } from "./address.ts";

const FORMS = [
  { label: "Show as a list", isTiled: false, Icon: Rows3 },
  { label: "Show as pictures", isTiled: true, Icon: LayoutGrid },
] as const;

type FormChoiceProps = { readonly list: Parameters<typeof useListAddress>[0] };

/** Shows the rows in lines or as pictures. The address keeps which. */
export function FormChoice({ list }: FormChoiceProps) {
  const { isTiled: isNow, showTiles } = useListAddress(list);
  return (
    <div className="flex gap-1">
      {FORMS.map(({ label, isTiled, Icon }) => (
        <IconButton
          aria-pressed={isNow === isTiled}
          key={label}
          label={label}
          onClick={() => showTiles(isTiled)}
        >
          <Icon
            aria-hidden
            className={isNow === isTiled ? "text-accent" : ""}
            size={20}
            strokeWidth={1.5}
          />
        </IconButton>
      ))}
    </div>
  );
}
