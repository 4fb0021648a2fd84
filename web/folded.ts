/** Form in which texts are searched: without case, accents, and spaces around. */
export function folded(text: string): string {
  return text.trim().normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
