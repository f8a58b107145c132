import { DurableObject } from "cloudflare:workers";
import { DAY_MS } from "../contracts/days.ts";
import { type LedgerSummary, MailingLedger, type Pause, type Report } from "./mailing-ledger.ts";

/** Recipients are kept for longer than D1's restore window of thirty days. */
const REMEMBERED_MS = 60 * DAY_MS;

/** The recipients of one mailing, by the mailing's key. Times are milliseconds. */
export class Mailing extends DurableObject {
  #ledger: MailingLedger;

  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as Cloudflare.Env);
    this.#ledger = new MailingLedger(state.storage.sql);
  }

  async add(ids: readonly number[]): Promise<number> {
    return this.#ledger.add(ids);
  }

  async seal(): Promise<LedgerSummary> {
    await this.ctx.storage.setAlarm(Date.now() + REMEMBERED_MS);
    return this.#ledger.seal();
  }

  async reserve(count: number, now: number): Promise<number[]> {
    return this.#ledger.reserve(count, now);
  }

  async claim(id: number, report: Report | null, now: number): Promise<boolean> {
    return this.#ledger.claim(id, report, now);
  }

  async settle(report: Report): Promise<void> {
    this.#ledger.settle(report);
  }

  /**
   * Releases a claim, and pauses the mailing if asked.
   * @param doubtSince when the mail may have been sent; null when it certainly was not
   * @returns until when, if the pause is new
   */
  async release(id: number, pause: Pause | null, doubtSince: number | null = null): Promise<number | null> {
    this.#ledger.release(id, doubtSince);
    return pause && this.#ledger.pause(pause);
  }

  async unreserve(ids: readonly number[]): Promise<void> {
    this.#ledger.unreserve(ids);
  }

  async hold(isHeld: boolean): Promise<void> {
    this.#ledger.hold(isHeld);
  }

  async resume(): Promise<void> {
    this.#ledger.resume();
  }

  /** Expires claims made before a moment ({@link MailingLedger.giveUpClaims}), and returns the status. */
  async check(claimsBefore: number, recognisedSince: number | null = null): Promise<LedgerSummary> {
    this.#ledger.giveUpClaims(claimsBefore, recognisedSince);
    return this.#ledger.summary();
  }

  /** Deletes everything; the database keeps the summary. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.#ledger = new MailingLedger(this.ctx.storage.sql);
  }
}
