/** Narrows a value of the address to the choices of the route. */
export function oneOf<T extends string>(
  choices: readonly T[],
  text: string | undefined,
): T | undefined {
  return choices.find((choice) => choice === text);
}
