// Which file of the build a module goes into. A page of the public needs the entry and one file of its own; what is
// loaded later comes in few files, too.
import type { Rolldown } from "vite";

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** Files by the modules that begin them: with all that only these import. */
const BEGINNINGS = {
  /** Pages between which visitors go back and forth, which share most of their code, and what they load by themselves. */
  listings: [
    "pages/home",
    "pages/parts/home-faq-list",
    "pages/category",
    "pages/digest",
    "features/subscribers/sign-up-form",
    "features/listings/search/search-tools",
  ],
  listing: ["pages/listing", "features/listings/place/listing-surroundings"],
  forum: ["pages/discussions", "pages/thread"],
  /** Forms of the forum. */
  writing: ["features/forum/comment-form", "features/forum/follow-form", "features/forum/refresh-comments"],
  /** What is asked for by hand there. */
  asking: ["features/forum/thread-dialog", "features/forum/thread-edit-form", "features/forum/post-dialogs"],
  submission: ["features/listings/submission/submission-dialog", "features/listings/submission/submission-landlords"],
  looking: [
    "features/listings/card/listing-dialog",
    "features/listings/card/report-dialog",
    "features/listings/search/search-panel",
    "features/listings/search/mapped-results",
    "features/listings/search/loosen-filters",
  ],
  /** What every page does once the browser has nothing better to do. */
  afterwards: ["features/visitors/tracker", "features/ads/ad-banner", "features/subscribers/gate"],
} as const;

type File = keyof typeof BEGINNINGS | "index" | "dialog";

/** Files that pages need by themselves: what they share is in the entry. */
const EVERYWHERE: ReadonlySet<string> = new Set<File>(["listings", "listing", "forum", "afterwards"]);

/** What is only ever loaded by pages of one file: shared code lies there already. */
const FROM: Partial<Record<string, readonly File[]>> = {
  writing: ["forum"],
  asking: ["forum", "writing"],
  looking: ["listings", "listing"],
};

/** Next to nothing, and part of every form: what it asks with comes later. */
const DISCARDING = /\/ui\/discard-dialog\.tsx$/;
/** What every page runs on: with the entry, for a file of its own would be two more requests in every first view. */
const LIBRARIES =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack\/[^/]+)\/(?!.*[qQ]ueries(?:Observer)?\.js)/;
const DIALOG =
  /\/node_modules\/(?:radix-ui|@radix-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|tslib|get-nonce|zod)\//;
const ON_THEIR_OWN = /\/node_modules\/@radix-ui\/react-(?:toast|tabs|roving-focus|collection)\//;
const FORM = /\/node_modules\/(?:react-hook-form|@hookform|@standard-schema)\//;
/** Code that only operators and owners of links load. */
const PRIVATE =
  /^pages\/(?:admin|admin-login|stats|manage|delete|confirm|unsubscribe|preferences|privacy-data|follow|never)$/;

const FILE_OF = new Map<string, string>(
  Object.entries(BEGINNINGS).flatMap(([file, modules]) => modules.map((module): [string, string] => [module, file])),
);

const ICON = /\/lucide-react\/dist\/esm\/icons\/([^/]+)\.mjs$/;

interface Known {
  /** Every name in its code. */
  words: ReadonlySet<string>;
  importers: readonly string[];
  isEntry: boolean;
  isLoadedLater: boolean;
}

/** What is asked of the graph of modules, each once: its answers are made anew for each question. */
function reader(graph: Graph): (id: string) => Known {
  const known = new Map<string, Known>();
  return (id) => {
    const before = known.get(id);
    if (before) return before;
    const info = graph.getModuleInfo(id);
    const read = {
      words: new Set<string>(id.includes("/node_modules/") ? null : info?.code?.match(/\w+/g)),
      importers: [...(info?.importers ?? [])],
      isEntry: info?.isEntry ?? false,
      isLoadedLater: (info?.dynamicImporters.length ?? 0) > 0,
    };
    known.set(id, read);
    return read;
  };
}

/** The modules that import one: of an icon those that name it, for all of them import the list of all icons. */
function importersOf(id: string, read: ReturnType<typeof reader>): readonly string[] {
  const { importers } = read(id);
  const icon = ICON.exec(id)?.[1];
  if (icon === undefined) return importers;
  const name = icon.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  const lists = importers.flatMap((list) => read(list).importers).filter((user) => !user.includes("/node_modules/"));
  const naming = lists.filter((user) => read(user).words.has(name));
  // Imported by another name.
  return naming.length > 0 ? naming : lists;
}

/** The entry, and the modules loaded on demand, from which static imports lead to a module; by the file they go into. */
function usersOf(id: string, read: ReturnType<typeof reader>): Set<string> {
  const users = new Set<string>();
  const ways = new Set([id]);
  for (const at of ways) {
    const { isEntry, isLoadedLater } = read(at);
    const path = at.replace(/^.*\/src\//, "").replace(/\.tsx?$/, "");
    if (isEntry) users.add("index");
    if (isLoadedLater) users.add(FILE_OF.get(path) ?? path);
    for (const importer of importersOf(at, read)) ways.add(importer);
  }
  return users;
}

/** The file of a module; null leaves it to the bundler, which makes one for all that the same modules use. */
function chunkOf(id: string, read: ReturnType<typeof reader>): string | null {
  if (LIBRARIES.test(id) || DISCARDING.test(id)) return "index";
  if (ON_THEIR_OWN.test(id)) return null;
  if (DIALOG.test(id)) return "dialog";
  if (FORM.test(id)) return "submission";
  const users = usersOf(id, read);
  if (users.has("index")) return "index";
  const visitors = [...users].filter((user) => !PRIVATE.test(user));
  const files = new Set(visitors.filter((user) => !FROM[user]?.some((from) => visitors.includes(from))));
  const [file] = files;
  if (file === undefined) return null;
  if (files.size > 1) {
    const isOnPage = visitors.some((user) => user.startsWith("pages/") || EVERYWHERE.has(user));
    return isOnPage ? "index" : "dialog";
  }
  if (file.startsWith("pages/")) return users.size === 1 ? file.slice("pages/".length) : "index";
  return file in BEGINNINGS ? file : null;
}

/**
 * Modules take their place one by one, without what they need: more needs a module than what needs it, so that no file
 * needs one that needs it.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let read: ReturnType<typeof reader> | undefined;
  return [{ name: (id, graph) => chunkOf(id, (read ??= reader(graph))), includeDependenciesRecursively: false }];
}
