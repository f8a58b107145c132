import { Bell } from "lucide-react";
import { useInBrowser } from "../../lib/use-in-browser.ts";
import { useOnDemand } from "../../lib/use-on-demand.ts";
import { Button } from "../../ui/button.tsx";
import { SectionCard } from "../../ui/section-card.tsx";

const loadForm = () => import("./follow-form.tsx");

/** New comments by mail, for those who ask for them. */
export function FollowThread({ threadId }: { threadId: number }) {
  const { module: form, request, prepare } = useOnDemand(loadForm);
  const inBrowser = useInBrowser();
  return (
    <SectionCard
      title="Follow this discussion"
      note="Get new comments by email. You confirm your address first, and stop with one click."
      className="mt-10"
    >
      {form ? (
        <form.FollowForm threadId={threadId} />
      ) : (
        <Button
          variant="secondary"
          className={inBrowser ? "" : "invisible"}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => void request()}
        >
          <Bell aria-hidden="true" className="size-4" />
          Follow by Email
        </Button>
      )}
    </SectionCard>
  );
}
