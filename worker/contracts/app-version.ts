/** Header of every response: the version of the worker that made it, the same for all responses of one build. */
export const VERSION_HEADER = "X-App-Version";

/** Name of the `meta` element with which every page carries the version that it is of. */
export const VERSION_META = "app-version";
