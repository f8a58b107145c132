// Decides which file ("chunk") of the build a module goes into. The bundler's own rule, a chunk for each set of modules that
// the same pages use, makes dozens of scripts for the home page. Here a public page needs two, `index` and its own:
//
// 1. What the entry imports, and what two public pages use, goes into `index`, which every page loads.
// 2. What is used by one of the chunks below alone goes into that chunk, and what only one page uses into the page's.
// 3. What several chunks that are loaded on demand use goes into `dialog`.
// 4. What only private pages use is left to the bundler.
//
// Static groups of regular expressions cannot tell who uses a module: docs/decisions/0022-first-view.md has the figures.
import type { Rolldown } from "vite";

interface Chunk {
  /** Modules, loaded on demand, that the chunk begins with; all that they alone import comes along. */
  roots: readonly string[];
  /** Part of a first view, or loaded after every one: what it shares with another goes into `index`. */
  isInEveryView?: true;
  /** Loaded only where one of these was loaded before: what both use lies there already. */
  loadedAfter?: readonly string[];
}

const CHUNKS: Readonly<Record<string, Chunk>> = {
  // Visitors go back and forth between these pages, which share most of their code.
  listings: {
    roots: [
      "pages/home",
      "pages/parts/home-faq-list",
      "pages/category",
      "pages/digest",
      "features/subscribers/sign-up-form",
      "features/listings/search/search-tools",
    ],
    isInEveryView: true,
  },
  listing: { roots: ["pages/listing", "features/listings/place/listing-surroundings"], isInEveryView: true },
  forum: { roots: ["pages/discussions", "pages/thread"], isInEveryView: true },
  // What every page does once the browser is idle.
  afterwards: {
    roots: ["features/visitors/tracker", "features/ads/ad-banner", "features/access/gate"],
    isInEveryView: true,
  },
  // Forms of the forum.
  writing: {
    roots: [
      "features/forum/comment/comment-form",
      "features/forum/follow/follow-form",
      "features/forum/comment/refresh-comments",
    ],
    loadedAfter: ["forum"],
  },
  // Dialogs of the forum.
  asking: {
    roots: [
      "features/forum/thread/thread-dialog",
      "features/forum/thread/thread-edit-form",
      "features/forum/post/post-dialogs",
    ],
    loadedAfter: ["forum", "writing"],
  },
  submission: {
    roots: ["features/listings/submission/submission-dialog", "features/listings/submission/submission-landlords"],
  },
  // Dialogs, panels and the map of the lists.
  looking: {
    roots: [
      "features/listings/card/listing-dialog",
      "features/listings/card/report-dialog",
      "features/listings/search/search-panel",
      "features/listings/search/mapped-results",
      "features/listings/search/loosen-filters",
    ],
    loadedAfter: ["listings", "listing"],
  },
};

/** Modules whose chunk does not depend on who uses them; the first line that fits counts. `null` leaves it to the bundler. */
const FIXED: readonly (readonly [test: RegExp, chunk: string | null])[] = [
  // What every page runs on. A chunk of its own would be two more requests in every first view.
  [
    /\/node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack\/[^/]+)\/(?!.*[qQ]ueries(?:Observer)?\.js)/,
    "index",
  ],
  // Next to nothing, and part of every form: what it asks with comes later.
  [/\/ui\/discard-dialog\.tsx$/, "index"],
  [/\/node_modules\/@radix-ui\/react-(?:toast|tabs|roving-focus|collection)\//, null],
  [
    /\/node_modules\/(?:radix-ui|@radix-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|tslib|get-nonce|zod)\//,
    "dialog",
  ],
  [/\/node_modules\/(?:react-hook-form|@hookform|@standard-schema)\//, "submission"],
];

/** Pages of operators and of people with a mailed link. */
const PRIVATE =
  /^pages\/(?:admin|admin-login|stats|manage|delete|confirm|unsubscribe|preferences|privacy-data|follow|never)$/;

type BundlerGraph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

interface Module {
  importers: readonly string[];
  isEntry: boolean;
  isLoadedOnDemand: boolean;
  /** Every word in its code; none of a package's. */
  words: ReadonlySet<string>;
}
type ModuleOf = (id: string) => Module;

/** Reads each module of the graph once: the bundler makes its answers anew for each question. */
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

/** The modules that import one. Icons are imported through the list of all icons: there, the modules that name the icon. */
function importersOf(id: string, moduleOf: ModuleOf): readonly string[] {
  const { importers } = moduleOf(id);
  const icon = ICON.exec(id)?.[1];
  if (icon === undefined) return importers;
  const name = icon.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  const users = importers
    .flatMap((list) => moduleOf(list).importers)
    .filter((user) => !user.includes("/node_modules/"));
  const naming = users.filter((user) => moduleOf(user).words.has(name));
  // None, where it is imported under another name.
  return naming.length > 0 ? naming : users;
}

const chunkOfRoot = new Map(
  Object.entries(CHUNKS).flatMap(([chunk, { roots }]) => roots.map((root) => [root, chunk] as const)),
);

/**
 * Who needs a module: follows its importers up to the entry ("index") and to modules that are loaded on demand, which
 * go by their chunk or, where they begin none, by their path.
 */
function usersOf(id: string, moduleOf: ModuleOf): Set<string> {
  const users = new Set<string>();
  // The set grows while it is walked.
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

const isInView = (user: string) => user.startsWith("pages/") || CHUNKS[user]?.isInEveryView === true;

/** The chunk of a module; null leaves it to the bundler. */
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
  if (others.length > 0) return visitors.some(isInView) ? "index" : "dialog";
  if (first in CHUNKS) return first;
  if (!first.startsWith("pages/")) return null;
  // What a private page uses as well would otherwise become a chunk of both.
  return users.size === 1 ? first.slice("pages/".length) : "index";
}

/**
 * One group, which asks for each module by itself. Modules do not bring along what they import: more needs such a module than
 * what imports it, and so no chunk needs one that needs it.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let moduleOf: ModuleOf | undefined;
  return [
    {
      name: (id, graph) => chunkOf(id, (moduleOf ??= moduleReader(graph))),
      includeDependenciesRecursively: false,
    },
  ];
}
