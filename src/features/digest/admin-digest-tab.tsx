import { useQuery } from "@tanstack/react-query";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { RowsSkeleton } from "../../ui/rows-skeleton.tsx";
import { AdminDigestEditions } from "./admin-digest-editions.tsx";
import { AdminDigestNext } from "./admin-digest-next.tsx";
import { AdminDigestPreview } from "./admin-digest-preview.tsx";
import { digestOverview } from "./digest.queries.ts";

/** The next edition, the ones before it, and what the next one would look like. */
export function AdminDigestTab() {
  const query = useQuery(digestOverview());
  if (query.isPending) return <RowsSkeleton label="Loading the digest" />;
  if (!query.data) {
    return <LoadFailure level="h2" title="Failed to fetch the digest" onRetry={() => void query.refetch()} />;
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <AdminDigestNext overview={query.data} />
      <AdminDigestEditions editions={query.data.editions} isOutdated={query.isError} />
      <AdminDigestPreview />
    </div>
  );
}
