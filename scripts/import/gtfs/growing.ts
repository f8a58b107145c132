type Numbers = Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** A typed array that grows. The array takes 4 bytes per number instead of the 8 of an ordinary array. */
export interface Growing<Kind extends Numbers> {
  readonly length: number;
  push(value: number): void;
  at(index: number): number;
  clear(): void;
  /** Returns a view of the numbers so far, not a copy. */
  view(): Kind;
}

export function growing<Kind extends Numbers>(Type: new (length: number) => Kind, first = 1024): Growing<Kind> {
  let values = new Type(first);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === values.length) {
        const more = new Type(length * 2);
        more.set(values);
        values = more;
      }
      values[length] = value;
      length += 1;
    },
    at: (index) => values[index] ?? 0,
    clear: () => void (length = 0),
    view: () => values.subarray(0, length) as Kind,
  };
}
