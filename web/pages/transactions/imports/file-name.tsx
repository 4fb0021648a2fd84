/** Characters at the end of a name that stay when its middle is cut: a day and the kind of file. */
const TAIL = 14;

/** Name of a file. Where it has no room its middle is cut, since names differ at their ends. */
export function FileName({ name }: { readonly name: string }) {
  return (
    // Above the link that covers the row: else the pointer does not meet the title.
    <bdi className="relative z-1" title={name}>
      <span className="sr-only">{name}</span>
      <span aria-hidden className="max-sm:wrap-anywhere sm:flex">
        <span className="whitespace-pre-wrap sm:truncate sm:whitespace-pre">
          {name.slice(0, -TAIL)}
        </span>
        <span className="whitespace-pre-wrap sm:shrink-0 sm:whitespace-pre">
          {name.slice(-TAIL)}
        </span>
      </span>
    </bdi>
  );
}
