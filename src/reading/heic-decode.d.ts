/** The part of heic-decode that pictures use; the package has no types. */
declare module "heic-decode" {
  export type HeicImage = {
    readonly width: number;
    readonly height: number;
    /** Four bytes a pixel: red, green, blue and opacity. */
    readonly decode: () => Promise<{ readonly data: Uint8ClampedArray<ArrayBuffer> }>;
  };

  type Decode = {
    /** The images of a file, each still packed; `dispose` frees them. */
    readonly all: (options: {
      readonly buffer: Uint8Array;
    }) => Promise<readonly HeicImage[] & { readonly dispose: () => void }>;
  };

  const decode: Decode;
  export default decode;
}
