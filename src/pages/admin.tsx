import { LogOut } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AdminSession } from "../../worker/contracts/sessions.ts";
import { AdminAuditTab } from "../features/audit/admin-audit-tab.tsx";
import { AdminAutomationTab } from "../features/automation/admin-automation-tab.tsx";
import { AdminLastDecisions } from "../features/decisions/admin-last-decisions.tsx";
import { AdminDigestTab } from "../features/digest/admin-digest-tab.tsx";
import { AdminDiscussionsTab, AdminDiscussionsTabLabel } from "../features/forum/moderation/admin-discussions-tab.tsx";
import { AdminAppealsTab } from "../features/listings/admin/admin-appeals-tab.tsx";
import { AdminListingsTab, AdminListingsTabLabel } from "../features/listings/admin/admin-listings-tab.tsx";
import { AdminMarketTab } from "../features/market/admin-market-tab.tsx";
import { AdminFirstPerson, AdminPeopleTab } from "../features/people/admin-people-tab.tsx";
import { AdminPlacesTab } from "../features/places/admin-places-tab.tsx";
import { AdminConsentLookup } from "../features/privacy/admin-consent-lookup.tsx";
import { AdminReportsTab, AdminReportsTabLabel } from "../features/reports/admin-reports-tab.tsx";
import { AdminGuidelines } from "../features/rent-check/admin-guidelines.tsx";
import { AdminGate, AdminGateDialog, useAdminSession } from "../features/sessions/admin-gate.tsx";
import { AdminSystemTab } from "../features/system/admin-system-tab.tsx";
import { forgetDecisions } from "../lib/decisions.ts";
import { answerLogin, useIsLoginAsked } from "../lib/recent-login.ts";
import { RoleProvider } from "../lib/role.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { type TabItem, Tabs } from "../ui/tabs.tsx";

export const head = fixedHead("Admin Panel", "For moderators.");

const TABS: readonly TabItem[] = [
  { value: "listings", label: <AdminListingsTabLabel />, content: <AdminListingsTab /> },
  { value: "reports", label: <AdminReportsTabLabel />, content: <AdminReportsTab /> },
  { value: "discussions", label: <AdminDiscussionsTabLabel />, content: <AdminDiscussionsTab /> },
  { value: "automation", label: "Automation", content: <AdminAutomationTab /> },
  { value: "appeals", label: "Appeals", content: <AdminAppealsTab /> },
  {
    value: "market",
    label: "Market",
    content: (
      <div className="grid grid-cols-1 gap-6">
        <AdminMarketTab />
        <AdminGuidelines />
      </div>
    ),
  },
  {
    value: "digest",
    label: "Digest",
    content: (
      <div className="grid grid-cols-1 gap-6">
        <AdminDigestTab />
        <AdminConsentLookup />
      </div>
    ),
  },
];
const LAST_TABS: readonly TabItem[] = [
  { value: "audit", label: "Audit log", content: <AdminAuditTab /> },
  { value: "system", label: "System", content: <AdminSystemTab /> },
];

export function Component() {
  useDocumentHead(head(null, useSite()));
  const access = useAdminSession();
  if (access.state === "closed")
    return <AdminGate isPasswordOff={access.session.isPasswordOff} onLoggedIn={access.onLoggedIn} />;
  return (
    <div className="page-width py-4">
      {access.state === "checking" ? (
        <div className="grid grid-cols-1 gap-4">
          <output className="sr-only">Checking your session</output>
          <Skeleton className="h-9 w-48" />
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-48 w-full" />
        </div>
      ) : (
        // Hidden rather than unmounted, to keep an unsaved edit.
        <div hidden={access.state === "ended"}>
          <Panel session={access.session} onNamed={access.refresh} onLeave={access.leave} />
        </div>
      )}
      {access.state === "ended" && (
        <AdminGateDialog
          reason="Your session has ended."
          isPasswordOff={access.session.isPasswordOff}
          onLoggedIn={access.onLoggedIn}
          onClose={access.close}
        />
      )}
      <RecentLogin isPasswordOff={access.session.isPasswordOff} onLoggedIn={access.refresh} />
    </div>
  );
}

/** Asks to log in again where a change needs a recent login, and lets it go on. */
function RecentLogin({ isPasswordOff, onLoggedIn }: { isPasswordOff: boolean | undefined; onLoggedIn(): void }) {
  const isAsked = useIsLoginAsked();
  useEffect(() => () => answerLogin(false), []);
  if (!isAsked) return null;
  return (
    <AdminGateDialog
      reason="This needs a login of the last 15 minutes."
      isPasswordOff={isPasswordOff}
      onLoggedIn={() => {
        onLoggedIn();
        answerLogin(true);
      }}
      onClose={() => answerLogin(false)}
    />
  );
}

interface PanelProps {
  session: AdminSession;
  /** Called once the first person is named. */
  onNamed(): void;
  onLeave(): Promise<void>;
}

function Panel({ session, onNamed, onLeave }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The gate is gone and has lost the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const [tab, setTab] = useState("listings");
  const showListings = () => {
    setTab("listings");
    // The followed link disappears with its tab.
    heading.current?.focus({ preventScroll: true });
  };
  const places = { value: "places", label: "Places", content: <AdminPlacesTab onShowListings={showListings} /> };
  const people = { value: "people", label: "People", content: <AdminPeopleTab session={session} /> };
  return (
    <RoleProvider value={session.role ?? "reader"}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none">
          Admin Panel
        </h1>
        <div className="flex flex-wrap items-center gap-3">
          {session.person && (
            <p className="min-w-0 text-sm wrap-anywhere text-ink-muted">
              {session.person.name}, {session.role}
            </p>
          )}
          {session.role === "operator" && (
            <Link to="/stats" className={buttonClass({ variant: "ghost", size: "sm" })}>
              Dashboard
            </Link>
          )}
          {session.needsFirstPerson && <AdminFirstPerson onNamed={onNamed} />}
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              forgetDecisions();
              void onLeave();
            }}
          >
            <LogOut aria-hidden className="size-4" />
            Logout
          </Button>
        </div>
      </div>
      <Tabs label="Admin sections" items={[...TABS, places, people, ...LAST_TABS]} value={tab} onChange={setTab} />
      <AdminLastDecisions />
    </RoleProvider>
  );
}
