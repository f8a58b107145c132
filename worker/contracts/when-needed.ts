/** Returns a function that makes a value when it is called first: what few requests need does not slow down the start. */
export function whenNeeded<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
