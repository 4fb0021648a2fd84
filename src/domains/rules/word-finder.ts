const NODES_A_SLICE = 10_000;

/**
 * Finds which of many words a text has, in one pass over it (Aho and Corasick, "Efficient string matching", 1975).
 * The time depends on the text and on the words found, not on the number of words.
 */
export class WordFinder {
  readonly #roots = new Map<number, number>();
  readonly #child: Int32Array;
  readonly #sibling: Int32Array;
  readonly #unit: Uint16Array;
  /** The node of the longest end of this node's text that begins a word. */
  readonly #shorter: Int32Array;
  /** The nearest such node that is a word; 0 for none. */
  readonly #shorterWord: Int32Array;
  readonly #words = new Map<number, string>();
  #nodes = 1;

  private constructor(most: number) {
    [this.#child, this.#sibling] = [new Int32Array(most), new Int32Array(most)];
    [this.#shorter, this.#shorterWord] = [new Int32Array(most), new Int32Array(most)];
    this.#unit = new Uint16Array(most);
  }

  /** Yields at the end of each slice. */
  static *of(words: ReadonlySet<string>): Generator<void, WordFinder> {
    const units = [...words].reduce((sum, { length }) => sum + length, 0);
    const finder = new WordFinder(units + 1);
    let slice = 0;
    for (const word of words) {
      finder.#add(word);
      if (finder.#nodes < slice) continue;
      slice = finder.#nodes + NODES_A_SLICE;
      yield;
    }
    yield* finder.#link();
    return finder;
  }

  #add(word: string): void {
    let node = 0;
    for (let at = 0; at < word.length; at += 1) {
      const unit = word.charCodeAt(at);
      node = this.#next(node, unit) || this.#grow(node, unit);
    }
    if (node !== 0) this.#words.set(node, word);
  }

  #grow(parent: number, unit: number): number {
    const node = this.#nodes;
    this.#nodes += 1;
    this.#unit[node] = unit;
    if (parent === 0) this.#roots.set(unit, node);
    else {
      this.#sibling[node] = this.#child[parent] ?? 0;
      this.#child[parent] = node;
    }
    return node;
  }

  #next(node: number, unit: number): number {
    if (node === 0) return this.#roots.get(unit) ?? 0;
    let child = this.#child[node] ?? 0;
    while (child !== 0 && this.#unit[child] !== unit) child = this.#sibling[child] ?? 0;
    return child;
  }

  *#link(): Generator<void> {
    const queue = new Int32Array(this.#nodes);
    let end = 0;
    for (const root of this.#roots.values()) queue[end++] = root;
    for (let begin = 0; begin < end; begin += 1) {
      if (begin % NODES_A_SLICE === 0) yield;
      const node = queue[begin] ?? 0;
      for (let child = this.#child[node] ?? 0; child !== 0; child = this.#sibling[child] ?? 0) {
        const shorter = this.#step(this.#shorter[node] ?? 0, this.#unit[child] ?? 0);
        this.#shorter[child] = shorter;
        this.#shorterWord[child] = this.#words.has(shorter)
          ? shorter
          : (this.#shorterWord[shorter] ?? 0);
        queue[end++] = child;
      }
    }
  }

  #step(from: number, unit: number): number {
    let node = from;
    let next = this.#next(node, unit);
    while (next === 0 && node !== 0) {
      node = this.#shorter[node] ?? 0;
      next = this.#next(node, unit);
    }
    return next;
  }

  /** Words anywhere in a text. */
  wordsIn(text: string): ReadonlySet<string> {
    const seen = new Set<number>();
    const found = new Set<string>();
    let node = 0;
    for (let at = 0; at < text.length; at += 1) {
      node = this.#step(node, text.charCodeAt(at));
      const word = this.#words.has(node) ? node : (this.#shorterWord[node] ?? 0);
      // A word that was met brought its shorter ones.
      for (let one = word; one !== 0 && !seen.has(one); one = this.#shorterWord[one] ?? 0) {
        seen.add(one);
        found.add(this.#words.get(one) ?? "");
      }
    }
    return found;
  }
}
