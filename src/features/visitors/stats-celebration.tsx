import { useEffect, useState } from "react";
import { useReducedMotion } from "../../lib/use-reduced-motion.ts";
import { Confetti, CONFETTI_MS } from "../../ui/confetti.tsx";

/** Confetti each time `times` grows; none where motion is unwelcome. */
export function StatsCelebration({ times }: { times: number }) {
  const reducesMotion = useReducedMotion();
  const [over, setOver] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(times), CONFETTI_MS);
    return () => clearTimeout(timer);
  }, [times]);
  return times > over && !reducesMotion ? <Confetti key={times} /> : null;
}
