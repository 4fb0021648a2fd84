import { FILE_KINDS } from "../../../src/shared/paper.ts";
import { shortDay } from "../../dates.ts";
import type { ListParts } from "../../list/list-view.tsx";
import { TileRows } from "../../list/tiles.tsx";
import { StateMark } from "./document-list.tsx";
import type { DocumentRow } from "./document.ts";
import { PagePicture } from "./page-picture.tsx";

/** Documents as pictures of their first pages. */
export function DocumentTiles({ parts }: { readonly parts: ListParts<DocumentRow> }) {
  return (
    <TileRows
      line={(row) => (
        <>
          <StateMark row={row} />
          {FILE_KINDS[row.kind].label}, {shortDay(row.shown_date)}
        </>
      )}
      name={({ shown_title }) => <bdi>{shown_title}</bdi>}
      parts={parts}
      picture={(row) => <PagePicture document={row} page={1} width={320} />}
    />
  );
}
