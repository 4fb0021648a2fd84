/** The text if it is one of the choices: narrows a value of the address to those of the route. */
export function oneOf<T extends string>(
  choices: readonly T[],
  text: string | undefined,
): T | undefined {
  return choices.find((choice) => choice === text);
}
