import { toast } from "../../lib/toast.ts";

/** 'Title Too Short' (docs/product.md, Forms), or that something else is wrong with it. */
const titleOf = (what: string, problem: string) =>
  problem.includes("must be at least") ? `${what} Too Short` : `Please Check the ${what}`;

/** Says that something cannot be posted as it is. */
export function toastProblem(what: "Title" | "Content" | "Comment" | "Reply", problem: string): void {
  toast({ title: titleOf(what, problem), description: problem, variant: "destructive" });
}
