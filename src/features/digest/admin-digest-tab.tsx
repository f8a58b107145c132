import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
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
    return (
      <Notice
        icon={CircleAlert}
        tone="danger"
        level="h2"
        title="Failed to fetch the digest"
        actions={<Button onClick={() => void query.refetch()}>Try Again</Button>}
      />
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <AdminDigestNext overview={query.data} />
      <AdminDigestEditions editions={query.data.editions} isOutdated={query.isError} />
      <AdminDigestPreview />
    </div>
  );
}
