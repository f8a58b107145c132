import { DragDropProvider, PointerSensor, type DragDropEventHandlers } from "@dnd-kit/react";
import { isSortable, useSortable } from "@dnd-kit/react/sortable";
import { useEffect, useRef } from "react";

// Keyboard and screen reader users have buttons below each photo instead.
const sensors = [PointerSensor];

interface PhotoDragProps {
  /** Photo keys in order. */
  keys: readonly string[];
  /** The list item of a photo; its buttons do not start a drag. */
  itemOf(key: string): Element | null;
  disabled: boolean;
  onMoveTo(key: string, index: number): void;
}

/**
 * Drag and drop for a list of photos. A drag starts at once with a mouse, and after 250 ms with touch, so that the page
 * can still be scrolled. The component renders nothing, so that the list does not change when this code loads.
 */
export function PhotoDrag({ keys, itemOf, disabled, onMoveTo }: PhotoDragProps) {
  const dragging = useRef<AbortController>(null);
  useEffect(() => () => dragging.current?.abort(), []);

  const start: DragDropEventHandlers["onDragStart"] = (_event, manager) => {
    dragging.current = new AbortController();
    const { signal } = dragging.current;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Escape cancels the drag but does not close the dialog.
      event.stopPropagation();
      manager.actions.stop({ canceled: true });
    };
    window.addEventListener("keydown", press, { capture: true, signal });
  };
  const drop: DragDropEventHandlers["onDragEnd"] = ({ canceled, operation: { source } }) => {
    dragging.current?.abort();
    if (canceled || !isSortable(source) || source.index === source.initialIndex) return;
    onMoveTo(String(source.id), source.index);
  };
  return (
    // Leaves out the preset's first plugin, the accessibility plugin, because it would make each photo a button.
    <DragDropProvider sensors={sensors} plugins={([, ...visual]) => visual} onDragStart={start} onDragEnd={drop}>
      {keys.map((key, index) => (
        <DraggablePhoto key={key} photoKey={key} index={index} itemOf={itemOf} disabled={disabled} />
      ))}
    </DragDropProvider>
  );
}

interface DraggablePhotoProps extends Pick<PhotoDragProps, "itemOf" | "disabled"> {
  photoKey: string;
  index: number;
}

function DraggablePhoto({ photoKey, index, itemOf, disabled }: DraggablePhotoProps) {
  const element = {
    get current() {
      return itemOf(photoKey);
    },
  };
  useSortable({ id: photoKey, index, element, disabled });
  return null;
}
