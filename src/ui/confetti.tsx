import { memo, useState } from "react";
import { createPortal } from "react-dom";

const PIECES = 70;
const COLOURS = ["bg-accent", "bg-warn", "bg-danger", "bg-focus", "bg-accent-strong"] as const;
/** Duration of a piece's fall in milliseconds; the last one ends after {@link CONFETTI_MS}. */
const FALL_MS = 1_800;
export const CONFETTI_MS = 3_000;

interface Piece {
  id: number;
  colour: string;
  left: number;
  drift: number;
  turns: number;
  delayMs: number;
}

function makePieces(): Piece[] {
  return Array.from({ length: PIECES }, (_, id) => ({
    id,
    colour: COLOURS[id % COLOURS.length] ?? "",
    left: Math.random() * 100,
    drift: (Math.random() - 0.5) * 30,
    turns: Math.random() * 3 - 1.5,
    delayMs: Math.random() * (CONFETTI_MS - FALL_MS),
  }));
}

function fall(element: HTMLElement | null, { drift, turns, delayMs }: Piece): void {
  element?.animate(
    [
      { transform: "translate(0, -10vh)", opacity: 1 },
      { transform: `translate(${drift}vw, 105vh) rotate(${turns}turn)`, opacity: 0.6 },
    ],
    { duration: FALL_MS, delay: delayMs, easing: "cubic-bezier(0.3, 0.2, 0.7, 1)", fill: "both" },
  );
}

/**
 * Decorative; callers leave it out with prefers-reduced-motion. Memoized, because another render would restart the
 * animation.
 */
export const Confetti = memo(function Confetti() {
  const [pieces] = useState(makePieces);
  return createPortal(
    <div aria-hidden data-confetti className="pointer-events-none fixed inset-0 z-50 overflow-hidden">
      {pieces.map((piece) => (
        <span
          key={piece.id}
          ref={(element) => fall(element, piece)}
          style={{ left: `${piece.left}%` }}
          className={`absolute top-0 h-3 w-2 rounded-xs ${piece.colour}`}
        />
      ))}
    </div>,
    document.body,
  );
});
