import type { ComponentType } from "react";
import { matchPath } from "react-router";
import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import { PATHS } from "../lib/paths.ts";
import { PAGES, type PageModule } from "./pages.ts";

/** A page, and its code once that is there. */
export class Page {
  /** Null until it is loaded. */
  Component: ComponentType | null = null;
  hasFailed = false;
  private loading: Promise<void> | undefined;

  /** @param path as the router matches it, with its parameters */
  constructor(
    readonly path: string,
    private readonly fetchModule: () => Promise<PageModule>,
  ) {}

  /** Loads its code, until it is there. Never fails: `hasFailed` says that there is none. */
  load(): Promise<void> {
    return (this.loading ??= this.fetch());
  }

  private async fetch(): Promise<void> {
    try {
      this.Component = (await this.fetchModule()).Component;
      this.hasFailed = false;
    } catch {
      this.loading = undefined;
      this.hasFailed = true;
    }
  }
}

const FIXED = new Map(
  [
    new Page(PATHS.home, PAGES.home),
    ...CATEGORIES.map(({ path }) => new Page(path, PAGES.category)),
    new Page(PATHS.landlords, PAGES.landlords),
    new Page(PATHS.realtors, PAGES.realtors),
    new Page(PATHS.about, PAGES.about),
    new Page(PATHS.contact, PAGES.contact),
    new Page(PATHS.privacy, PAGES.privacy),
    new Page(PATHS.terms, PAGES.terms),
    new Page(PATHS.forum, PAGES.threads),
    new Page(PATHS.vip, PAGES.govip),
    new Page(PATHS.admin, PAGES.admin),
    new Page(PATHS.stats, PAGES.stats),
  ].map((page) => [page.path.toLowerCase(), page]),
);

const WITH_PARAMETERS = [
  new Page("/listing/:id/:slug?", PAGES.listing),
  new Page(`${PATHS.forum}/thread/:id/:slug?`, PAGES.thread),
  new Page("/digest/:date", PAGES.digest),
  new Page("/manage/:token?", PAGES.manage),
  new Page("/delete/:token?", PAGES.delete),
  new Page("/confirm/:token?", PAGES.confirm),
  new Page("/unsubscribe/:token?", PAGES.unsubscribe),
  new Page("/preferences/:token?", PAGES.preferences),
  new Page("/follow/:token?", PAGES.follow),
  new Page("/never/:token?", PAGES.never),
  new Page("/privacy/:token?", PAGES.privacyData),
  new Page(`${PATHS.admin}/login/:token?`, PAGES.adminLogin),
];

const NOT_FOUND = new Page("*", PAGES.notFound);

/** The page at a path; in any letter case and with or without a slash at the end, as the router's own matching has it. */
export function pageAt(pathname: string): Page {
  const plain = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  return (
    FIXED.get(plain.toLowerCase()) ??
    WITH_PARAMETERS.find(({ path }) => matchPath(path, pathname) !== null) ??
    NOT_FOUND
  );
}
