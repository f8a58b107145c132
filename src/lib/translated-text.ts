/** The elements that a translator put in the place of text nodes. */
const standIns = new WeakMap<Node, ChildNode>();

/**
 * Lets React go on with a page that the browser translates. A translator puts <font> elements in the place of text nodes that
 * React still holds: removing such a node or inserting something before it would throw, and new text in it would not be
 * seen. Call it once, before React renders. Source: https://github.com/facebook/react/issues/11538
 */
export function surviveTranslation(): void {
  const { insertBefore } = Node.prototype;
  const inPlace = (parent: Node, node: Node | null) =>
    [node, standIns.get(node as Node)].find((child) => child?.parentNode === parent) as ChildNode | undefined;
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    return insertBefore.call(this, node, inPlace(this, before) ?? null) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(node: T): T {
    inPlace(this, node)?.remove();
    return node;
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      // New text is shown until it is translated in turn.
      if (!target.isConnected) standIns.get(target)?.replaceWith(target);
      const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
      for (const node of removedNodes) {
        if (!standIn || !(node instanceof Text)) continue;
        standIns.set(node, standIn as ChildNode);
        observer.observe(node, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });
}
