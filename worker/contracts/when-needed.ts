/** Returns a function that makes a value when it is called first: what few requests need does not slow down the start. */
export function whenNeeded<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
