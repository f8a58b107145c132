import { AppError } from "./errors.ts";

/** A whole body has this long to arrive. */
const DEADLINE_MS = 120_000;
/** Least rate: 1 KB/s on average over any 20 s. */
const WINDOW_MS = 20_000;
const WINDOW_BYTES = 20 * 1024;
/** How often the rate is looked at, so that a slow body is cut at most this long after its 20 s. */
const CHECK_MS = 1_000;
/** What is still taken of a refused body: as much as the platform takes of any (Free and Pro plans), while it comes. */
const REST = { bytes: 100_000_000, ms: 20_000, silentMs: 5_000 } as const;

/** What a body is measured with; the dependencies of a request are one. */
export interface BodyClock {
  now: () => Date;
  /** Calls back after some milliseconds. @returns what cancels that */
  after: (ms: number, act: () => void) => () => void;
}
type Chunk = ReadableStreamReadResult<Uint8Array>;

/** Bodies whose reading ended while a chunk was awaited: their reader, and that chunk. */
const awaited = new WeakMap<
  ReadableStream<Uint8Array>,
  { reader: ReadableStreamDefaultReader<Uint8Array>; next: Promise<Chunk> }
>();

/** Arrivals of the last 20 s, to tell whether a body comes too slowly. */
class Pace {
  readonly #began: number;
  #total = 0;
  /** Totals at past checks, oldest first. */
  #marks: { at: number; total: number }[];

  constructor(now: number) {
    this.#began = now;
    this.#marks = [{ at: now, total: 0 }];
  }

  add(bytes: number): void {
    this.#total += bytes;
  }

  /** @throws AppError `request.stalled` past the deadline, or below the least rate */
  check(now: number): void {
    // The newest mark that is a whole window old; those before it are not needed any more.
    const at = this.#marks.findLastIndex((mark) => mark.at <= now - WINDOW_MS);
    const mark = this.#marks[at];
    const isSlow = mark !== undefined && this.#total - mark.total < WINDOW_BYTES;
    if (isSlow || now - this.#began >= DEADLINE_MS) throw new AppError("request.stalled");
    if (at > 0) this.#marks = this.#marks.slice(at);
    this.#marks.push({ at: now, total: this.#total });
  }
}

/** Calls back every {@link CHECK_MS}. @returns what ends that */
function everyCheck(clock: BodyClock, check: (now: number) => void): () => void {
  let cancel = () => {};
  const wait = () => {
    cancel = clock.after(CHECK_MS, () => {
      wait();
      check(clock.now().getTime());
    });
  };
  wait();
  return () => cancel();
}

/**
 * The chunks of a body as they arrive; who stops before its end may read the rest of the stream. A body that is slower than 1 KB/s over 20 s, or not complete after 120 s, is cut:
 * a sender that stalls holds memory that others need.
 * @param check is called every second as well, and ends the reading by throwing
 * @throws AppError `request.stalled` when the body is cut or its sender leaves; what `check` throws
 */
export async function* chunksOf(
  clock: BodyClock,
  body: ReadableStream<Uint8Array>,
  check: () => void = () => {},
): AsyncGenerator<Uint8Array, void, void> {
  const pace = new Pace(clock.now().getTime());
  const reader = body.getReader();
  let fail: (reason: unknown) => void = () => {};
  let next: Promise<Chunk> | null = null;
  let isOver = false;
  const stop = everyCheck(clock, (now) => {
    try {
      pace.check(now);
      check();
    } catch (error) {
      fail(error);
    }
  });
  try {
    for (;;) {
      const coming = (next = reader.read());
      // Not Promise.race: with a promise that lives as long as the body, it would keep something of every chunk.
      const { done, value } = await new Promise<Chunk>((resolve, reject) => {
        fail = reject;
        coming.then(resolve, (cause: unknown) => reject(new AppError("request.stalled", { cause })));
      });
      next = null;
      isOver = done;
      if (done) return;
      pace.add(value.length);
      yield value;
    }
  } catch (error) {
    isOver = error instanceof AppError && error.code === "request.stalled";
    if (isOver) void reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    stop();
    if (!isOver && next) awaited.set(body, { reader, next });
    else if (!isOver) reader.releaseLock();
  }
}

/**
 * Takes what still comes of a body that was refused before its end, and drops it. A local server closes the connection
 * of a body that was not read, and who is still sending then often sees that instead of the answer. The platform's edge
 * takes the rest by itself.
 */
export async function discardRest(clock: BodyClock, { body }: Request): Promise<void> {
  if (!body) return;
  const left = awaited.get(body);
  if (!left && body.locked) return;
  const reader = left?.reader ?? body.getReader();
  const began = clock.now().getTime();
  let arrived = began;
  let bytes = 0;
  const stop = everyCheck(clock, (now) => {
    if (now - began >= REST.ms || now - arrived >= REST.silentMs) void reader.cancel().catch(() => undefined);
  });
  try {
    for (let part = await (left?.next ?? reader.read()); !part.done; part = await reader.read()) {
      bytes += part.value.length;
      arrived = clock.now().getTime();
      if (bytes > REST.bytes) break;
    }
  } catch {
    // The sender left.
  } finally {
    stop();
    void reader.cancel().catch(() => undefined);
  }
}
