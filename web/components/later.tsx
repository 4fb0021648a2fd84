import { type ComponentType, lazy, useState } from "react";

type Load<Props> = () => Promise<ComponentType<Props>>;

const loads: (() => Promise<unknown>)[] = [];

type Others = {
  /** Waits for the other components too: a dialog focuses one of the fields within it. */
  readonly isLast?: true;
};

/**
 * Component outside of the first load. Once loaded it is drawn at once, unlike with `lazy`, which would
 * suspend for a moment in which a dialog chooses the field to focus.
 */
export function later<Props extends object>(
  load: Load<Props>,
  { isLast }: Others = {},
): ComponentType<Props> {
  const loaded: { component: ComponentType<Props> | null } = { component: null };
  const keep = async (): Promise<{ default: ComponentType<Props> }> => {
    const others = isLast === true ? loads.filter((other) => other !== keep) : [];
    const rest = Promise.allSettled(others.map(async (other) => other()));
    const component = loaded.component ?? (await load());
    await rest;
    loaded.component = component;
    return { default: component };
  };
  const Awaited = lazy(keep);
  loads.push(keep);
  return function Later(props: Props) {
    // The same for as long as it is drawn: another type would lose its state.
    const [Drawn] = useState(() => loaded.component ?? Awaited);
    return <Drawn {...props} />;
  };
}

/** Loads all such components of the page, so that they open at once. */
export async function loadLater(): Promise<void> {
  await Promise.allSettled(loads.map(async (load) => load()));
}
