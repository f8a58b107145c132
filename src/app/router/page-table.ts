import type { QueryKey } from "@tanstack/react-query";
import { type ComponentType, createContext, useContext } from "react";
import { matchPath } from "react-router";
import type { PageData, PageHead, SiteInfo } from "../../../worker/contracts/page.ts";
import { type PageName, PAGES } from "../../../worker/contracts/pages.ts";

/** Exports of every module in src/pages. */
export interface PageModule {
  Component: ComponentType;
  /** @param query the query string with its question mark, or empty */
  head(data: PageData, site: SiteInfo, query: string): PageHead;
  /** Query results that the page data contains; absent on pages without queries. */
  answers?(data: PageData): Answers;
}

export type Answers = readonly (readonly [QueryKey, unknown])[];

const MODULES = import.meta.glob<PageModule>("../../pages/*.tsx");

/** @throws if the module cannot be loaded */
export async function loadPageModule(name: PageName): Promise<PageModule> {
  const load = MODULES[`../../pages/${PAGES[name].file}.tsx`];
  if (!load) throw new Error(`src/pages has no ${PAGES[name].file}.tsx`);
  return load();
}

/** A route and its lazily loaded module. */
export class Page {
  /** Null until loaded. */
  module: PageModule | null = null;
  hasFailed = false;
  /** Route pattern with its parameters. */
  readonly path: string;
  private readonly fetchModule: () => Promise<PageModule>;
  private loading: Promise<void> | undefined;

  constructor(path: string, fetchModule: () => Promise<PageModule>) {
    this.path = path;
    this.fetchModule = fetchModule;
  }

  /** Loads the module once. Never rejects; `hasFailed` reports a failure, after which loading can be retried. */
  load(): Promise<void> {
    return (this.loading ??= this.fetch());
  }

  private async fetch(): Promise<void> {
    try {
      this.module = await this.fetchModule();
      this.hasFailed = false;
    } catch {
      this.loading = undefined;
      this.hasFailed = true;
    }
  }
}

const pages = (Object.keys(PAGES) as PageName[]).flatMap((name) =>
  PAGES[name].paths.map((path) => new Page(path.replace(/:token$/, ":token?"), () => loadPageModule(name))),
);
const FIXED = new Map(pages.filter(({ path }) => !path.includes(":")).map((page) => [page.path.toLowerCase(), page]));
const WITH_PARAMETERS = pages.filter(({ path }) => path.includes(":"));
const NOT_FOUND = new Page("*", () => loadPageModule("not_found"));

/** Returns the page at a path. Like react-router, it ignores letter case and a trailing slash. */
export function pageAt(pathname: string): Page {
  const plain = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  return (
    FIXED.get(plain.toLowerCase()) ??
    WITH_PARAMETERS.find(({ path }) => matchPath(path, pathname) !== null) ??
    NOT_FOUND
  );
}

/** Path parameters of the current page by name: `{ id: "12" }` at /listing/12. */
export const PathParameters = createContext<Readonly<Record<string, string | undefined>>>({});

export const usePathParameters = () => useContext(PathParameters);
