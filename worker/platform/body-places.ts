import { AppError } from "./errors.ts";

/** Seconds after which a refused sender may come back. */
const RETRY_AFTER = 3;

/** What one body holds of the places. */
export interface BodyPlace {
  /**
   * Holds `total` bytes from now on.
   * @throws AppError `request.busy` when there is no room for them
   */
  grow(total: number): void;
  /** @throws AppError `request.busy` when others needed the bytes more */
  assertKept(): void;
  /** The body has arrived: it keeps its bytes until the place is released. */
  complete(): void;
  release(): void;
}

interface Held {
  readonly network: string;
  bytes: number;
  isArriving: boolean;
  isLost: boolean;
}

/**
 * Bytes of bodies that one isolate holds at the same time. They are taken as they arrive, so that a declared length holds
 * nothing. One network has at most half of them: the widest around a sender, since one customer may hold a whole /48.
 *
 * Where there is no room for more, a body that is still arriving loses all it has: the youngest one of the network that
 * holds most, which may be the one that asked. So a newcomer from another network finds room, and of bodies that cannot
 * all finish the oldest does.
 */
export class BodyPlaces {
  /** In the order of their beginning. */
  readonly #held = new Set<Held>();
  readonly #ofNetworks = new Map<string, number>();
  readonly #capacity: number;
  #all = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** A place that holds nothing yet. @param network the widest around the sender */
  open(network: string): BodyPlace {
    const held: Held = { network, bytes: 0, isArriving: true, isLost: false };
    this.#held.add(held);
    return {
      grow: (total) => this.#grow(held, total),
      assertKept: () => assertKept(held),
      complete: () => {
        assertKept(held);
        held.isArriving = false;
      },
      release: () => {
        this.#resize(held, 0);
        this.#held.delete(held);
      },
    };
  }

  #grow(held: Held, total: number): void {
    assertKept(held);
    if (total <= held.bytes) return;
    this.#resize(held, total);
    for (let loser = this.#loser(held); loser; loser = this.#loser(held)) {
      loser.isLost = true;
      this.#resize(loser, 0);
      assertKept(held);
    }
  }

  #resize(held: Held, bytes: number): void {
    const more = bytes - held.bytes;
    const ofNetwork = (this.#ofNetworks.get(held.network) ?? 0) + more;
    if (ofNetwork === 0) this.#ofNetworks.delete(held.network);
    else this.#ofNetworks.set(held.network, ofNetwork);
    this.#all += more;
    held.bytes = bytes;
  }

  /** Who has to go so that the others have room; null when all have. */
  #loser(asking: Held): Held | null {
    const bytesOf = ({ network }: Held) => this.#ofNetworks.get(network) ?? 0;
    const isOverHalf = bytesOf(asking) > this.#capacity / 2;
    if (!isOverHalf && this.#all <= this.#capacity) return null;
    let loser = asking;
    for (const held of this.#held) {
      if (!held.isArriving || held.isLost || (isOverHalf && held.network !== asking.network)) continue;
      if (bytesOf(held) > bytesOf(loser) || held.network === loser.network) loser = held;
    }
    return loser;
  }
}

function assertKept({ isLost }: Held): void {
  if (isLost) throw new AppError("request.busy", { retryAfter: RETRY_AFTER });
}
