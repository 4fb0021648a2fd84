import { Camera, Upload } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { FILE_KINDS } from "../../src/shared/paper.ts";
import { Button } from "../components/button.tsx";
import "./upload.css";
import type { Uploads } from "./uploads.ts";

/** Endings that the server takes; JPEG and TIFF have two. */
const ACCEPT = [
  ...Object.values(FILE_KINDS).map(({ ending }) => `.${ending}`),
  ".jpeg",
  ".tif",
  "image/*",
].join();

type UploadButtonProps = {
  readonly uploads: Pick<Uploads, "add">;
  /** Label of the file input, which screen readers and tests name. */
  readonly label: string;
  readonly kind?: "primary" | "secondary";
  /** Element id, for returning the focus. */
  readonly id?: string;
  readonly children: ReactNode;
};

/** Button that chooses files, and on phones one beside it for the camera. */
export function UploadButton({ uploads, label, children, ...button }: UploadButtonProps) {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    const chosen = [...(input.files ?? [])];
    // The same file can then be chosen again.
    input.value = "";
    if (chosen.length > 0) uploads.add(chosen);
  };
  const common = {
    className: "sr-only",
    onChange: ({ target }: { readonly target: HTMLInputElement }) => take(target),
    tabIndex: -1,
    type: "file",
  } as const;
  return (
    <>
      <input {...common} accept={ACCEPT} aria-label={label} multiple ref={files} />
      <Button {...button} onClick={() => files.current?.click()}>
        {/* On phones both buttons stand on one line. */}
        <Upload aria-hidden className="pointer-coarse:max-sm:hidden" size={16} strokeWidth={1.5} />
        {children}
      </Button>
      <span className="upload-camera">
        <input
          {...common}
          accept="image/*"
          aria-label={`${label}: picture of the camera`}
          capture="environment"
          ref={camera}
        />
        <Button onClick={() => camera.current?.click()}>
          <Camera aria-hidden size={16} strokeWidth={1.5} />
          Take a picture
        </Button>
      </span>
    </>
  );
}
