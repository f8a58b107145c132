import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { threadListNamed, threadListQuery, type ThreadListView } from "../../../worker/contracts/forum-list.ts";
import { PATHS } from "../../lib/paths.ts";

/** Where a list of threads is. */
export const threadListPath = (view: ThreadListView) => PATHS.forum + threadListQuery(view);

/** The list that the page's address asks for, and the way to another one. */
export function useThreadListView() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => threadListNamed(new URLSearchParams(search)), [search]);
  /** Takes the place of this address: nobody steps back through the letters of a word. */
  const searchFor = useCallback(
    (q: string) => void navigate(threadListPath({ ...view, q, page: 1 }), { replace: true, preventScrollReset: true }),
    [navigate, view],
  );
  return { view, searchFor };
}
