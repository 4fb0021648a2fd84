import { createContext } from "react";

/** Opens the palette, for a page that leads to it. */
export const OpenSearch = createContext<(what: "palette") => void>(() => undefined);
