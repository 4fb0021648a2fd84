type TagNamesProps = { readonly tags: readonly { readonly id: string; readonly name: string }[] };

/** Tags one after the other. */
export function TagNames({ tags }: TagNamesProps) {
  return (
    <>
      {tags.map(({ id, name }) => (
        <bdi
          className="me-1 rounded-control bg-sunken px-1.5 text-ink2 forced-colors:border"
          key={id}
        >
          {name}
        </bdi>
      ))}
    </>
  );
}
