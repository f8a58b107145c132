/**
 * Returns a function that creates a value when it is first called, so that rarely needed values do not slow down the
 * start.
 */
export function createLazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
