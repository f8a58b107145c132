/** A map that removes the least recently used value when it is full. */
export class LruMap<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  /** @param most maximum number of values */
  constructor(most: number) {
    this.#most = most;
  }

  /** Returns a stored value and marks it as recently used. */
  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    return value === undefined ? undefined : this.set(key, value);
  }

  set(key: string, value: Value): Value {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}
