import { useEffectEvent, useLayoutEffect } from "react";

/** Takes keys of the whole window. A key means what is drawn, from the moment it is. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const pressed = useEffectEvent(press);
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
