interface Link<Session> {
  session: Session;
  newer: Link<Session> | null;
  older: Link<Session> | null;
}

/** Sessions ordered by last use, with constant-time lookup, move to front and removal. */
export class RecentSessions<Session extends { id: string; lastAt: number }> {
  readonly #links = new Map<string, Link<Session>>();
  #newest: Link<Session> | null = null;
  #oldest: Link<Session> | null = null;

  get size(): number {
    return this.#links.size;
  }

  get(id: string): Session | null {
    return this.#links.get(id)?.session ?? null;
  }

  /** Adds or moves a session to the front. */
  put(session: Session): void {
    this.delete(session.id);
    const link: Link<Session> = { session, newer: null, older: this.#newest };
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

  /** Removes sessions last seen at or before a time. */
  drop(until: number): void {
    while (this.#oldest && this.#oldest.session.lastAt <= until) this.delete(this.#oldest.session.id);
  }

  *all(): Generator<Session> {
    for (const { session } of this.#links.values()) yield session;
  }

  /** Up to `count` sessions, newest first. */
  newest(count: number): Session[] {
    const found: Session[] = [];
    for (let link = this.#newest; link && found.length < count; link = link.older) found.push(link.session);
    return found;
  }
}
