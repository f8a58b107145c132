import { DurableObject } from "cloudflare:workers";

export * from "../../../worker/index.ts";
export { default } from "../../../worker/index.ts";

/** The object with which the shards are compared. It counts heartbeats in memory and stores nothing. */
export class BareCounter extends DurableObject {
  #count = 0;

  async see(_id: string, _now: number): Promise<void> {
    this.#count += 1;
  }

  async counted(): Promise<number> {
    return this.#count;
  }
}
