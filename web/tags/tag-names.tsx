type TagNamesProps = { readonly tags: readonly { readonly id: string; readonly name: string }[] };

export const TAG = "rounded-control bg-sunken px-1.5 text-ink2 forced-colors:border";

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
