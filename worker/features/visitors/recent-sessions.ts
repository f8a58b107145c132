import type { VisitSession } from "./visit-sessions.ts";

interface Link {
  session: VisitSession;
  newer: Link | null;
  older: Link | null;
}

/** Sessions in the order they were last seen: found, moved to the front and dropped from the back at no cost of length. */
export class RecentSessions {
  readonly #links = new Map<string, Link>();
  #newest: Link | null = null;
  #oldest: Link | null = null;

  get size(): number {
    return this.#links.size;
  }

  get(id: string): VisitSession | null {
    return this.#links.get(id)?.session ?? null;
  }

  /** Puts a session in front, as the newest. */
  put(session: VisitSession): void {
    this.delete(session.id);
    const link: Link = { session, newer: null, older: this.#newest };
    if (this.#newest) this.#newest.newer = link;
    this.#newest = link;
    this.#oldest ??= link;
    this.#links.set(session.id, link);
  }

  delete(id: string): void {
    const link = this.#links.get(id);
    if (!link) return;
    const { newer, older } = link;
    if (newer) newer.older = older;
    else this.#newest = older;
    if (older) older.newer = newer;
    else this.#oldest = newer;
    this.#links.delete(id);
  }

  /** Drops those last seen at a moment or before it. */
  drop(until: number): void {
    while (this.#oldest && this.#oldest.session.lastAt <= until) this.delete(this.#oldest.session.id);
  }

  /** At most so many, newest first. */
  newest(count: number): VisitSession[] {
    const found: VisitSession[] = [];
    for (let link = this.#newest; link && found.length < count; link = link.older) found.push(link.session);
    return found;
  }
}
