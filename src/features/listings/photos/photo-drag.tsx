import { DragDropProvider, PointerSensor, type DragDropEventHandlers } from "@dnd-kit/react";
import { isSortable, useSortable } from "@dnd-kit/react/sortable";
import { useEffect, useRef } from "react";

// Keyboards and screen readers have the buttons under each photo; a second way in each photo would be in their way.
const sensors = [PointerSensor];

interface PhotoDragProps {
  /** Keys of the photos, in order. */
  keys: readonly string[];
  /** The list item that shows a photo; buttons in it stay buttons. */
  itemOf(key: string): Element | null;
  disabled: boolean;
  onMoveTo(key: string, index: number): void;
}

/**
 * Lets the photos of a list be dragged to another place: at once with a mouse, after a quarter of a second's touch, so
 * that the page still scrolls. It renders nothing itself, so that the list is the same before it is loaded.
 */
export function PhotoDrag({ keys, itemOf, disabled, onMoveTo }: PhotoDragProps) {
  const dragging = useRef<AbortController>(null);
  useEffect(() => () => dragging.current?.abort(), []);

  const start: DragDropEventHandlers["onDragStart"] = (_event, manager) => {
    dragging.current = new AbortController();
    const { signal } = dragging.current;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // It ends the drag, not the dialog around the form.
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
    // The first plugin of the preset is the one for assistive technology: it would make each photo a button.
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
