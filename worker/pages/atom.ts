import { escapeXml } from "../platform/html.ts";

/** The update time of an empty feed, which must be present and constant. */
const NEVER = "1970-01-01T00:00:00.000Z";

/** A feed entry. URLs are paths of this site, texts are plain. */
interface AtomEntry {
  /** Path for the entry's permanent id. */
  idPath: string;
  path: string;
  title: string;
  summary: string;
  publishedAt: string;
  changedAt: string;
  author?: string;
  category?: { term: string; label: string };
  /** Path and media type of an image. */
  picture?: { path: string; type: string };
  /** The page that explains a figure in the summary. */
  explanation?: { path: string; title: string };
}

interface AtomFeed {
  path: string;
  /** The page with the same content. */
  pagePath: string;
  title: string;
  /** The author of entries without one. */
  author: string;
  entries: readonly AtomEntry[];
}

const link = (rel: string, type: string, href: string, title?: string) =>
  `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"${title === undefined ? "" : ` title="${escapeXml(title)}"`}/>`;

function entryXml(siteUrl: string, entry: AtomEntry): string {
  return [
    "<entry>",
    `<id>${escapeXml(siteUrl + entry.idPath)}</id>`,
    `<title type="text">${escapeXml(entry.title)}</title>`,
    link("alternate", "text/html", siteUrl + entry.path),
    ...(entry.picture ? [link("enclosure", entry.picture.type, siteUrl + entry.picture.path)] : []),
    ...(entry.explanation
      ? [link("related", "text/html", siteUrl + entry.explanation.path, entry.explanation.title)]
      : []),
    ...(entry.author === undefined ? [] : [`<author><name>${escapeXml(entry.author)}</name></author>`]),
    `<published>${entry.publishedAt}</published>`,
    `<updated>${entry.changedAt}</updated>`,
    ...(entry.category
      ? [`<category term="${escapeXml(entry.category.term)}" label="${escapeXml(entry.category.label)}"/>`]
      : []),
    `<summary type="text">${escapeXml(entry.summary)}</summary>`,
    "</entry>",
  ].join("");
}

/**
 * Renders an Atom feed (RFC 4287).
 * @param siteUrl without a trailing slash
 */
export function atomXml(siteUrl: string, { path, pagePath, title, author, entries }: AtomFeed): string {
  const updated = entries.map(({ changedAt }) => changedAt).reduce((a, b) => (a > b ? a : b), NEVER);
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-CA">`,
    `<id>${escapeXml(siteUrl + path)}</id>`,
    `<title type="text">${escapeXml(title)}</title>`,
    `<author><name>${escapeXml(author)}</name></author>`,
    `<updated>${updated}</updated>`,
    link("self", "application/atom+xml", siteUrl + path),
    link("alternate", "text/html", siteUrl + pagePath),
    ...entries.map((entry) => entryXml(siteUrl, entry)),
    "</feed>",
  ].join("");
}
