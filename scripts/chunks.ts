// Assigns each module of the client build to a chunk. The bundler's default, a chunk for each set of pages that share
// modules, gives the home page dozens of scripts. With these rules a public page loads two or three: `index`, its own,
// and `shared`, with code that the home page does not need:
//
// 1. Modules of the entry go into `index`, which every page loads. Modules that the home page shares with another
//    public page also go into `index`. Modules that two other public pages share go into `shared`.
// 2. Modules used by only one chunk of {@link CHUNKS} go into that chunk. Modules used by only one page go into that
//    page's chunk.
// 3. Modules shared by several lazily loaded chunks go into `dialog`.
// 4. The bundler places modules that only private pages use.
//
// Measured by `npm run check:bundle` in November 2026: the home page starts with 2 scripts (125.7 KB) instead of 49
// (134.3 KB), and a listing with 3 instead of 52. Without chunks for lazily loaded code, `shared` absorbs most of that
// code, and pages that load `shared` start with about 245 KB instead of 125. The bundler's static groups match modules
// by regular expression, without regard to what imports them (docs/decisions/0022-first-view.md).
import { existsSync } from "node:fs";
import type { Rolldown } from "vite";

interface Chunk {
  /** Lazily loaded modules. Modules that only these import join the same chunk. */
  roots: readonly string[];
  /**
   * True for a chunk that a page loads in its first view or soon after. Modules shared with another such chunk go into
   * `index`.
   */
  isInEveryView?: true;
  /**
   * Chunks that are always loaded before this one. Modules that one of them shares with this chunk stay in the earlier
   * chunk.
   */
  loadedAfter?: readonly string[];
}

const CHUNKS: Readonly<Record<string, Chunk>> = {
  // Visitors often switch between these pages, and the pages share most of their code.
  listings: {
    roots: [
      "pages/home",
      "pages/category",
      "features/subscribers/sign-up-form",
      "features/listings/search/search-tools",
    ],
    isInEveryView: true,
  },
  // Static markup that browsers reuse from the server's HTML. A separate chunk saves 2.4 KB in every first view.
  constants: {
    roots: ["pages/parts/home-faqs", "pages/parts/how-it-works-steps", "app/footer"],
    loadedAfter: ["listings"],
  },
  // Without this chunk, every page would load the code that the digest shares with the operator's panel.
  digest: { roots: ["pages/digest"], isInEveryView: true },
  figures: { roots: ["pages/transparency", "pages/market", "pages/rent-check"], isInEveryView: true },
  api: { roots: ["pages/api"], isInEveryView: true },
  listing: { roots: ["pages/listing", "features/listings/place/listing-surroundings"], isInEveryView: true },
  landlords: { roots: ["pages/landlords"], isInEveryView: true },
  forum: { roots: ["pages/discussions", "pages/thread"], isInEveryView: true },
  // Loaded by every page once the browser is idle.
  deferred: {
    roots: ["app/deferred-work", "features/ads/ad-banner", "features/access/gate"],
    isInEveryView: true,
  },
  // Forms of the forum.
  writing: {
    roots: [
      "features/forum/discussion/comment-form",
      "features/forum/follow/follow-form",
      "features/forum/refresh-comments",
    ],
    loadedAfter: ["forum"],
  },
  // Dialogs of the forum.
  asking: {
    roots: ["features/forum/thread/thread-forms", "features/forum/discussion/post-dialogs"],
    loadedAfter: ["forum", "writing"],
  },
  // Code for saving a listing, loaded when a visitor clicks the heart.
  saving: { roots: ["features/listings/saving/save-home"] },
  saved: {
    roots: ["pages/saved", "pages/shortlist"],
    loadedAfter: ["listings", "listing", "digest", "forum", "looking", "commutes", "saving"],
  },
  // Dialogs of the pages for saved homes and shortlists.
  sharing: {
    roots: ["features/listings/saved/shortlist-dialogs"],
    loadedAfter: ["listings", "listing", "looking", "saved", "saving"],
  },
  submission: {
    roots: ["features/listings/submission/submission-dialog", "features/listings/submission/submission-landlords"],
  },
  // Commutes, for browsers with saved destinations.
  commutes: { roots: ["features/listings/commute/commutes"] },
  places: {
    roots: ["features/listings/commute/places-panel"],
    loadedAfter: ["listings", "listing", "looking", "commutes"],
  },
  // Dialogs, panels and the map of the listing pages.
  looking: {
    roots: [
      "features/listings/card/listing-dialog",
      "features/listings/card/report-dialog",
      "features/listings/search/search-panel",
      "features/listings/search/mapped-results",
      "features/listings/search/filter-suggestions",
    ],
    loadedAfter: ["listings", "listing", "commutes"],
  },
};

/** Chunks fixed by path; the first match counts, and `null` leaves the module to the bundler. */
const FIXED: readonly (readonly [test: RegExp, chunk: string | null])[] = [
  // Used by every page. Separate chunks would add two requests to every first view.
  [
    /\/node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack\/[^/]+)\/(?!.*[qQ]ueries(?:Observer)?\.js)/,
    "index",
  ],
  // Parallel queries, which only lazily loaded code uses.
  [/\/(?:useQueries|queriesObserver)\.js$/, null],
  // A tiny module that every form uses. The dialog that it opens is loaded lazily.
  [/\/ui\/discard-dialog\.tsx$/, "index"],
  // These modules are tiny. In `shared`, they would push the discussion pages, which use neither, over their budget.
  [/\/(?:email-form|ruler-bar)\.tsx$/, "index"],
  // The skeleton is shown on the landlords' page until its form has loaded. The dialog with the same form is loaded
  // lazily.
  [/\/submission-(?:frame|skeleton)\.tsx$/, "landlords"],
  [
    /\/node_modules\/@radix-ui\/react-(?:toast|tabs|roving-focus|collection|dropdown-menu|menu|popper|arrow|use-size)\//,
    null,
  ],
  [
    /\/node_modules\/(?:radix-ui|@radix-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|tslib|get-nonce|zod)\//,
    "dialog",
  ],
  [/\/node_modules\/(?:react-hook-form|@hookform|@standard-schema)\//, "submission"],
];

/** Pages for the operator, for moderators and for people with an emailed link. */
const PRIVATE =
  /^pages\/(?:admin|admin-login|admin-invitation|stats|manage|delete|confirm|unsubscribe|preferences|privacy-data|follow|alerts|never|appeal)$/;

type BundlerGraph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

interface Module {
  importers: readonly string[];
  isEntry: boolean;
  isLoadedOnDemand: boolean;
  /** Identifiers and other words in the module's code; empty for packages. */
  words: ReadonlySet<string>;
}
type ModuleOf = (id: string) => Module;

/**
 * Returns a function that reads modules of the graph. The function caches each module, because the bundler recomputes
 * the result on every call.
 */
function moduleReader(graph: BundlerGraph): ModuleOf {
  const modules = new Map<string, Module>();
  return (id) => {
    const known = modules.get(id);
    if (known) return known;
    const info = graph.getModuleInfo(id);
    const read: Module = {
      importers: [...(info?.importers ?? [])],
      isEntry: info?.isEntry ?? false,
      isLoadedOnDemand: (info?.dynamicImporters.length ?? 0) > 0,
      words: new Set<string>(id.includes("/node_modules/") ? null : info?.code?.match(/\w+/g)),
    };
    modules.set(id, read);
    return read;
  };
}

const ICON = /\/lucide-react\/dist\/esm\/icons\/([^/]+)\.mjs$/;

/**
 * Returns the importers of a module. Icons are imported through their package's index, so an icon's importers are the
 * modules that import the index and name the icon.
 */
function importersOf(id: string, moduleOf: ModuleOf): readonly string[] {
  const { importers } = moduleOf(id);
  const icon = ICON.exec(id)?.[1];
  if (icon === undefined) return importers;
  const name = icon.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  const users = importers
    .flatMap((list) => moduleOf(list).importers)
    .filter((user) => !user.includes("/node_modules/"));
  const naming = users.filter((user) => moduleOf(user).words.has(name));
  // Falls back to all importers, because no module names an icon that is imported under an alias.
  return naming.length > 0 ? naming : users;
}

const chunkOfRoot = new Map(
  Object.entries(CHUNKS).flatMap(([chunk, { roots }]) => roots.map((root) => [root, chunk] as const)),
);

/**
 * Follows a module's importers up to the entry ("index") and to lazily loaded modules. Lazily loaded modules are
 * returned by the name of their chunk or, without a chunk, by path.
 */
function usersOf(id: string, moduleOf: ModuleOf): Set<string> {
  const users = new Set<string>();
  // The set grows during this iteration.
  const visited = new Set([id]);
  for (const at of visited) {
    const { isEntry, isLoadedOnDemand } = moduleOf(at);
    const path = at.replace(/^.*\/src\//, "").replace(/\.tsx?$/, "");
    if (isEntry) users.add("index");
    if (isLoadedOnDemand) users.add(chunkOfRoot.get(path) ?? path);
    for (const importer of importersOf(at, moduleOf)) visited.add(importer);
  }
  return users;
}

/** Chunks that the home page loads without user input. */
const OF_HOME = new Set(["listings", "deferred"]);

const isInView = (user: string) => user.startsWith("pages/") || CHUNKS[user]?.isInEveryView === true;

/** Returns the chunk of a module; null leaves it to the bundler. */
function chunkOf(id: string, moduleOf: ModuleOf): string | null {
  const fixed = FIXED.find(([test]) => test.test(id));
  if (fixed) return fixed[1];
  const users = usersOf(id, moduleOf);
  if (users.has("index")) return "index";
  const visitors = [...users].filter((user) => !PRIVATE.test(user));
  const [first, ...others] = visitors.filter(
    (user) => !CHUNKS[user]?.loadedAfter?.some((before) => visitors.includes(before)),
  );
  if (first === undefined) return null;
  const shared = visitors.some((user) => OF_HOME.has(user)) ? "index" : "shared";
  if (others.length > 0) return visitors.some(isInView) ? shared : "dialog";
  if (first in CHUNKS) return first;
  if (!first.startsWith("pages/")) return null;
  // Modules shared with a private page join the page's chunk instead of forming another. Slashes are replaced, because
  // the worker serves no folders under /assets.
  return users.size === 1 ? first.slice("pages/".length).replaceAll("/", "-") : shared;
}

/**
 * Returns a single group that assigns each module individually and does not pull dependencies into their importers'
 * chunks. A dependency has at least as many users as its importer, so chunks never import each other in a circle.
 * @throws Error if a root of {@link CHUNKS} is not a file
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  for (const root of chunkOfRoot.keys()) {
    const files = [`../src/${root}.tsx`, `../src/${root}.ts`].map((path) => new URL(path, import.meta.url));
    if (!files.some((file) => existsSync(file))) throw new Error(`src/${root} of a chunk does not exist.`);
  }
  let moduleOf: ModuleOf | undefined;
  return [
    {
      name: (id, graph) => chunkOf(id, (moduleOf ??= moduleReader(graph))),
      includeDependenciesRecursively: false,
    },
  ];
}
