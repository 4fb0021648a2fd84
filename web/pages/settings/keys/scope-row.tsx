import { type Level, LEVELS, levelOf, type Resource } from "./levels.ts";

type ScopeRowProps = {
  readonly resource: Resource;
  readonly scopes: readonly string[];
  readonly onChoose: (level: Level) => void;
};

/** Levels of one resource, as one radio group: Tab reaches it, arrows choose. */
export function ScopeRow({ resource, scopes, onChoose }: ScopeRowProps) {
  const { name, label } = resource;
  const chosen = levelOf(scopes, resource);
  return (
    <tr className="hover:bg-hover">
      <th className="py-2 pe-2 text-start font-normal" scope="row">
        {label}
      </th>
      {LEVELS.map(({ level }) => {
        const words = level === "none" ? "None" : resource[level]?.words;
        return (
          <td key={level}>
            {words === undefined ? null : (
              <label className="flex min-h-11 cursor-pointer items-center justify-center sm:min-h-9">
                <input
                  aria-label={`${label}: ${words}`}
                  checked={chosen === level}
                  className="size-4 accent-accent"
                  name={`level of ${name}`}
                  onChange={() => onChoose(level)}
                  type="radio"
                  value={level}
                />
              </label>
            )}
          </td>
        );
      })}
    </tr>
  );
}
