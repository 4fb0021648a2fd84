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

type FirstTagProps = { readonly tags: readonly { readonly id: string; readonly name: string }[] };

/** The first tag and the number of the others, where there is no room for all. */
export function FirstTag({ tags }: FirstTagProps) {
  const [first, ...others] = tags;
  if (first === undefined) return null;
  const names = others.map(({ name }) => name).join(", ");
  return (
    <span className="flex gap-1">
      <bdi className={`min-w-0 truncate ${TAG}`}>{first.name}</bdi>
      {others.length === 0 ? null : (
        <span className={`shrink-0 whitespace-nowrap ${TAG}`} title={names}>
          <span aria-hidden>+{others.length}</span>
          <span className="sr-only">, {names}</span>
        </span>
      )}
    </span>
  );
}
