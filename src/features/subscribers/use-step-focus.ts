import { useEffect, useRef } from "react";

/** For the field of a step, which takes the focus when its step follows another. */
export function useStepFocus(takesFocus: boolean) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return input;
}
