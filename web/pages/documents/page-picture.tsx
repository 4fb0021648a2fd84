import { FileText } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FILE_KINDS } from "../../../src/shared/paper.ts";
import { useTeam } from "../../team.tsx";
import { type DocumentRow, isDrawn, pictureOf } from "./document.ts";

type PagePictureProps = {
  readonly document: Pick<DocumentRow, "id" | "kind">;
  readonly page: number;
  readonly width: 320 | 1600;
  /** Text for those who do not see it; none beside its name. */
  readonly alt?: string;
  /** In place of a picture that cannot be drawn. */
  readonly otherwise?: ReactNode;
};

/** Page as the server draws it; the kind of the file where it draws none. */
export function PagePicture({ document, page, width, alt = "", otherwise }: PagePictureProps) {
  const team = useTeam().id;
  const address = pictureOf(team, document, page, width);
  const [failed, setFailed] = useState<string | null>(null);
  if (isDrawn(document) && failed !== address)
    return (
      <img
        alt={alt}
        decoding="async"
        key={address}
        loading={width === 320 ? "lazy" : "eager"}
        onError={() => setFailed(address)}
        src={address}
      />
    );
  return (
    otherwise ?? (
      <span className="grid justify-items-center gap-1">
        <FileText aria-hidden size={24} strokeWidth={1.5} />
        {FILE_KINDS[document.kind].label}
      </span>
    )
  );
}
