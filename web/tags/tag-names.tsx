type TagNamesProps = { readonly tags: readonly { readonly id: string; readonly name: string }[] };

/** Look of a tag that is only read. */
export const TAG = "rounded-control bg-sunken px-1.5 text-ink2 forced-colors:border";

/** Tags one after the other. */
export function TagNames({ tags }: TagNamesProps) {
  return (
    <>
      {tags.map(({ id, name }) => (
        <bdi className={`me-1 ${TAG}`} key={id}>
          {name}
        </bdi>
      ))}
    </>
  );
}
