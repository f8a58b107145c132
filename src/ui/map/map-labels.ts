/** CSS pixels between a label and the edges of the map. */
const LABEL_MARGIN = 4;

/** Moves a marker's label, if it is shown, to where the edges of the map do not cut it. */
export function keepLabelInside(element: HTMLElement, container: HTMLElement): void {
  const label = element.querySelector<HTMLElement>(".map-marker-label");
  if (!label) return;
  label.style.translate = "";
  element.removeAttribute("data-turned");
  const edges = container.getBoundingClientRect();
  const { left, right, top, bottom, width } = label.getBoundingClientRect();
  if (width === 0) return;
  const outside = Math.max(0, edges.left + LABEL_MARGIN - left) + Math.min(0, edges.right - LABEL_MARGIN - right);
  if (outside !== 0) label.style.translate = `calc(-50% + ${outside}px)`;
  element.toggleAttribute("data-turned", top < edges.top || bottom > edges.bottom);
}
