/** A map that forgets what was used longest ago. */
export class Recent<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  /** @param most values that it keeps */
  constructor(most: number) {
    this.#most = most;
  }

  /** A kept value, which counts as a use of it. */
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
