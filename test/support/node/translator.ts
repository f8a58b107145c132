import type { Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Runs in the page. Replaces each text by <font> elements with the same text, as Chrome's translator does with
 * translations. Does the same with every text that is added or changed later.
 */
function translateAll(): void {
  const KEPT = "font, script, style, noscript, textarea, svg, [translate=no]";
  const replace = (node: Node) => {
    if (!(node instanceof Text) || node.data.trim() === "" || !node.isConnected || node.parentElement?.closest(KEPT))
      return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = node.data;
    outer.append(inner);
    node.replaceWith(outer);
  };
  const replaceIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [root];
    while (walker.nextNode()) found.push(walker.currentNode);
    for (const node of found) replace(node);
  };
  replaceIn(document.body);
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === "characterData" ? [target] : addedNodes) replaceIn(node);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

/** Translates every page of a window as soon as it is hydrated. */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(`(() => {
    const start = () => {
      if (document.documentElement?.dataset.live === undefined) return;
      waiting.disconnect();
      (${translateAll.toString()})();
    };
    const waiting = new MutationObserver(start);
    waiting.observe(document, { subtree: true, childList: true, attributeFilter: ["data-live"] });
    start();
  })()`);
}

/**
 * Runs in the page. Returns the elements whose text differs from the text that React rendered, according to private
 * fields of React.
 */
function staleTexts(): string[] {
  interface Fiber {
    tag: number;
    memoizedProps: unknown;
    stateNode: unknown;
    child: Fiber | null;
    sibling: Fiber | null;
  }
  const TAGS = { portal: 4, element: 5, text: 6 };
  const stale: string[] = [];
  const childrenOf = ({ child }: Fiber): Fiber[] => {
    const found: Fiber[] = [];
    for (let at = child; at !== null; at = at.sibling) found.push(at);
    return found;
  };
  /** Returns the text of an element; null if React does not know it. */
  const textOf = (fiber: Fiber): string | null => {
    if (fiber.tag === TAGS.text) return String(fiber.memoizedProps);
    const texts = childrenOf(fiber).map(textOf);
    if (fiber.tag === TAGS.portal) return "";
    const inside = texts.includes(null) ? null : texts.join("");
    if (fiber.tag !== TAGS.element) return inside;
    const element = fiber.stateNode as Element;
    const { children, dangerouslySetInnerHTML } = fiber.memoizedProps as Record<string, unknown>;
    // Elements such as a map's canvas have children that React does not know.
    const text = ["string", "number"].includes(typeof children) ? String(children) : inside;
    if (dangerouslySetInnerHTML || element.matches("textarea, noscript, .maplibregl-map") || text === null) return null;
    if (element.textContent !== text) stale.push(`${element.textContent} instead of ${text}`);
    // Keeps the enclosing elements from reporting the same difference again.
    return element.textContent;
  };
  const root = document.getElementById("root") ?? document.body;
  const [, container] = Object.entries(root).find(([name]) => name.startsWith("__reactContainer$")) ?? [];
  if (container) textOf((container as { stateNode: { current: Fiber } }).stateNode.current);
  return stale;
}

/** Expects a translated page to work: it must not be an error page, and every text must be current. */
export async function expectTranslated(page: Page): Promise<void> {
  await expect.poll(() => page.locator("body font font").count(), { message: page.url() }).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(staleTexts)).toEqual([]);
  expect(await page.getByText("Something went wrong", { exact: true }).count(), page.url()).toBe(0);
}
