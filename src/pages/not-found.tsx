import { SEARCH_TEXT_MAX } from "../../worker/contracts/search-words.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { TextInput } from "../ui/field.tsx";
import { Link } from "../ui/link.tsx";
import { Mark } from "../ui/mark.tsx";
import { Notice } from "../ui/notice.tsx";

export const head = fixedHead("404 Page Not Found", "There is no page at this address.");

export function Component() {
  useDocumentHead(head(null, useSite()));
  return (
    <div className="page-width py-10">
      <Notice
        icon={Mark}
        level="h1"
        title="404 Page Not Found"
        actions={
          <>
            <Link to={PATHS.home} className={buttonClass()}>
              Back to all listings
            </Link>
            <Link to={PATHS.forum} className={buttonClass({ variant: "secondary" })}>
              Discussions
            </Link>
          </>
        }
      >
        <p>Did you forget to add the page to the router?</p>
        <search>
          {/* A plain form, which works without scripts. */}
          <form action={PATHS.home} className="mt-4 flex gap-2">
            <TextInput
              type="search"
              name="q"
              aria-label="Search listings by words"
              placeholder="Street, area or station"
              maxLength={SEARCH_TEXT_MAX}
            />
            <Button type="submit" variant="secondary">
              Search
            </Button>
          </form>
        </search>
      </Notice>
    </div>
  );
}
