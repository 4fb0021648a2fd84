export class OpenStreams {
  readonly #open = new Map<string, number>();

  count(id: string): number {
    return this.#open.get(id) ?? 0;
  }

  add(id: string, difference: 1 | -1): void {
    const count = this.count(id) + difference;
    if (count > 0) this.#open.set(id, count);
    else this.#open.delete(id);
  }
}
