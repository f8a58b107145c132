import { AppError } from "./errors.ts";

/** Time limit for receiving a whole request body. */
const DEADLINE_MS = 120_000;
/** Length of the period over which a body must average at least 1 KB/s. */
const WINDOW_MS = 20_000;
const WINDOW_BYTES = 20 * 1024;
/** Interval between rate checks. A slow body may exceed its 20 s by this time. */
const CHECK_MS = 1_000;
/**
 * Limits for reading and discarding a rejected request body: the platform's maximum size (Free and Pro plans), the
 * total time, and the maximum time without data.
 */
const REST = { bytes: 100_000_000, ms: 20_000, silentMs: 5_000 } as const;

/** The clock for measuring a request body. The dependencies of a request implement it. */
export interface BodyClock {
  now: () => Date;
  /**
   * Runs a function after a number of milliseconds.
   * @returns a function that cancels the call
   */
  after: (ms: number, act: () => void) => () => void;
}
type Chunk = ReadableStreamReadResult<Uint8Array>;

/** The reader and pending chunk of each request body whose reading stopped while waiting for a chunk. */
const awaited = new WeakMap<
  ReadableStream<Uint8Array>,
  { reader: ReadableStreamDefaultReader<Uint8Array>; next: Promise<Chunk> }
>();

/** Tracks the bytes received in the last 20 s, to detect a body that is too slow. */
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

  /** @throws AppError `request.stalled` after the deadline, or below the minimum rate */
  check(now: number): void {
    // The newest mark that is a full window old. Older marks are no longer needed.
    const at = this.#marks.findLastIndex((mark) => mark.at <= now - WINDOW_MS);
    const mark = this.#marks[at];
    const isSlow = mark !== undefined && this.#total - mark.total < WINDOW_BYTES;
    if (isSlow || now - this.#began >= DEADLINE_MS) throw new AppError("request.stalled");
    if (at > 0) this.#marks = this.#marks.slice(at);
    this.#marks.push({ at: now, total: this.#total });
  }
}

/**
 * Runs a function every {@link CHECK_MS}.
 * @returns a function that stops it
 */
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
 * Yields the chunks of a request body as they arrive. A caller that stops early may read the rest of the stream. Cuts
 * off a body that is slower than 1 KB/s over 20 s or incomplete after 120 s, because a stalled sender occupies memory
 * that others need.
 * @param check runs every second; it can end the reading by throwing
 * @throws AppError `request.stalled` when the body is cut off or its sender disconnects; what `check` throws
 */
export async function* readChunks(
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
      // Not Promise.race, which would keep a reaction for every chunk while the body's promise exists.
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
 * Reads and discards the rest of a rejected request body. A local server closes the connection if the body is not read,
 * and a client that is still sending then often gets a reset instead of the response. Cloudflare's edge drains bodies
 * automatically.
 */
export async function drainBody(clock: BodyClock, { body }: Request): Promise<void> {
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
    // The sender disconnected.
  } finally {
    stop();
    void reader.cancel().catch(() => undefined);
  }
}

/** Seconds after which a rejected sender may retry. */
const RETRY_AFTER = 3;

/** The memory reserved for one body. */
export interface BodyReservation {
  /**
   * Reserves `total` bytes.
   * @throws AppError `request.busy` when there is no memory for these bytes
   */
  grow(total: number): void;
  /** @throws AppError `request.busy` when the reservation was revoked for another body */
  assertHeld(): void;
  /** Marks the request body as complete. Its reservation can no longer be revoked, and lasts until it is released. */
  complete(): void;
  release(): void;
}

interface Held {
  readonly network: string;
  bytes: number;
  isArriving: boolean;
  isRevoked: boolean;
}

/**
 * The memory that one isolate reserves for request bodies. Bytes are reserved as they arrive; a declared length
 * reserves nothing. One network gets at most half of the memory. Senders in the same widest network count as one,
 * because a customer may have a whole /48.
 *
 * When memory runs out, an incomplete body is evicted: the newest one from the network that uses the most memory,
 * possibly the requester's own. This leaves room for senders from other networks. If not all bodies can finish, the
 * oldest body does.
 */
export class BodyMemory {
  /** Reservations in order of arrival. */
  readonly #held = new Set<Held>();
  readonly #byNetwork = new Map<string, number>();
  readonly #capacity: number;
  #all = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Creates an empty reservation.
   * @param network the widest network that contains the sender
   */
  reserve(network: string): BodyReservation {
    const held: Held = { network, bytes: 0, isArriving: true, isRevoked: false };
    this.#held.add(held);
    return {
      grow: (total) => this.#grow(held, total),
      assertHeld: () => assertHeld(held),
      complete: () => {
        assertHeld(held);
        held.isArriving = false;
      },
      release: () => {
        this.#resize(held, 0);
        this.#held.delete(held);
      },
    };
  }

  #grow(held: Held, total: number): void {
    assertHeld(held);
    if (total <= held.bytes) return;
    this.#resize(held, total);
    for (let victim = this.#evictable(held); victim; victim = this.#evictable(held)) {
      victim.isRevoked = true;
      this.#resize(victim, 0);
      assertHeld(held);
    }
  }

  #resize(held: Held, bytes: number): void {
    const more = bytes - held.bytes;
    const networkBytes = (this.#byNetwork.get(held.network) ?? 0) + more;
    if (networkBytes === 0) this.#byNetwork.delete(held.network);
    else this.#byNetwork.set(held.network, networkBytes);
    this.#all += more;
    held.bytes = bytes;
  }

  /** Returns the reservation to evict so that the other reservations fit; null if all of them fit. */
  #evictable(asking: Held): Held | null {
    const bytesOf = ({ network }: Held) => this.#byNetwork.get(network) ?? 0;
    const isOverHalf = bytesOf(asking) > this.#capacity / 2;
    if (!isOverHalf && this.#all <= this.#capacity) return null;
    let victim = asking;
    for (const held of this.#held) {
      if (!held.isArriving || held.isRevoked || (isOverHalf && held.network !== asking.network)) continue;
      if (bytesOf(held) > bytesOf(victim) || held.network === victim.network) victim = held;
    }
    return victim;
  }
}

function assertHeld({ isRevoked }: Held): void {
  if (isRevoked) throw new AppError("request.busy", { retryAfter: RETRY_AFTER });
}
