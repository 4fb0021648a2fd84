import { fileURLToPath } from "node:url";

/** IBM Plex Sans, 400 and 600 (SIL Open Font License 1.1). */
export const FONT_FILES = {
  normal: fileURLToPath(
    import.meta.resolve("@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf"),
  ),
  bold: fileURLToPath(
    import.meta.resolve("@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf"),
  ),
} as const;
