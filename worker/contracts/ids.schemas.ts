import * as z from "zod/mini";

/** An id in a body: a positive whole number. Old forms send it as text. @param problem what to say when it is none */
export const idOf = (problem: string) =>
  z.pipe(
    z.pipe(
      z.union([z.number(), z.string()], problem),
      z.transform((value) => (typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value)),
    ),
    z.number(problem).check(z.int(problem), z.gte(1, problem)),
  );
