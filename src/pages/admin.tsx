import "../app/panel.css";
import { LogOut } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { AdminSession } from "../../worker/contracts/sessions.ts";
import { AdminAuditTab } from "../features/audit/admin-audit-tab.tsx";
import { AdminAutomationTab } from "../features/automation/admin-automation-tab.tsx";
import { AdminLastDecisions } from "../features/decisions/admin-last-decisions.tsx";
import { AdminDigestTab } from "../features/digest/admin-digest-tab.tsx";
import { AdminDiscussionsTab, AdminDiscussionsTabLabel } from "../features/forum/moderation/admin-discussions-tab.tsx";
import { AdminAppealsTab, useWaitingAppeals } from "../features/listings/admin/admin-appeals-tab.tsx";
import { AdminListingsTab, AdminListingsTabLabel, WAITING_ID } from "../features/listings/admin/admin-listings-tab.tsx";
import { AdminMarketTab, useUncheckedBenchmarkCount } from "../features/market/admin-market-tab.tsx";
import { AdminFirstPerson, AdminPeopleTab } from "../features/people/admin-people-tab.tsx";
import { AdminPlacesTab } from "../features/places/admin-places-tab.tsx";
import { AdminConsentLookup } from "../features/privacy/admin-consent-lookup.tsx";
import { AdminReportsTab, AdminReportsTabLabel } from "../features/reports/admin-reports-tab.tsx";
import { AdminGuidelines, useUnconfirmedGuidelines } from "../features/rent-check/admin-guidelines.tsx";
import { AdminGate, AdminGateDialog, useAdminSession } from "../features/sessions/admin-gate.tsx";
import { AdminSystemTab, useSystemFaults } from "../features/system/admin-system-tab.tsx";
import { forgetDecisions } from "../lib/decisions.ts";
import { resumeAfterLogin, useIsLoginRequested } from "../lib/recent-login.ts";
import { PATHS } from "../lib/paths.ts";
import { RoleProvider } from "../lib/role.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { PHONE, useMedia } from "../lib/use-media.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Menu, WaitingChip } from "../ui/menu.tsx";
import { denseTabClass, type TabItem, Tabs } from "../ui/tabs.tsx";

export const head = fixedHead("Admin Panel", "For moderators.");

const LISTINGS: TabItem = {
  value: "listings",
  label: <AdminListingsTabLabel />,
  describedBy: WAITING_ID,
  content: <AdminListingsTab />,
};
const TABS: readonly TabItem[] = [
  LISTINGS,
  { value: "reports", label: <AdminReportsTabLabel />, content: <AdminReportsTab /> },
  { value: "discussions", label: <AdminDiscussionsTabLabel />, content: <AdminDiscussionsTab /> },
  { value: "automation", label: "Automation", content: <AdminAutomationTab /> },
];

interface MoreTab {
  value: string;
  name: string;
  content(session: AdminSession): ReactNode;
}

/** The tabs of the menu "More", by group. */
const MORE: readonly { title: string; tabs: readonly MoreTab[] }[] = [
  {
    title: "Community",
    tabs: [
      { value: "appeals", name: "Appeals", content: () => <AdminAppealsTab /> },
      {
        value: "digest",
        name: "Digest",
        content: () => (
          <div className="grid grid-cols-1 gap-6">
            <AdminDigestTab />
            <AdminConsentLookup />
          </div>
        ),
      },
    ],
  },
  {
    title: "Data",
    tabs: [
      {
        value: "market",
        name: "Market",
        content: () => (
          <div className="grid grid-cols-1 gap-6">
            <AdminMarketTab />
            <AdminGuidelines />
          </div>
        ),
      },
      { value: "places", name: "Places", content: () => <AdminPlacesTab /> },
    ],
  },
  {
    title: "Site",
    tabs: [
      { value: "people", name: "People", content: (session) => <AdminPeopleTab session={session} /> },
      { value: "audit", name: "Audit log", content: () => <AdminAuditTab /> },
      { value: "system", name: "System", content: () => <AdminSystemTab /> },
    ],
  },
];
const MORE_TABS = MORE.flatMap(({ tabs }) => tabs);
const MORE_ID = "more-tabs";

export function Component() {
  useDocumentHead(head(null, useSite()));
  const access = useAdminSession();
  if (access.state === "closed")
    return <AdminGate isPasswordOff={access.session.isPasswordOff} onLoggedIn={access.onLoggedIn} />;
  return (
    <div className="page-width max-w-360 py-4">
      {access.state === "checking" ? (
        <div className="grid grid-cols-1 gap-4">
          <output className="sr-only">Checking your session</output>
          <Skeleton className="h-9 w-48" />
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-48 w-full" />
        </div>
      ) : (
        // Hidden rather than unmounted, so that an unsaved edit is not lost.
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

/** Asks for a new login if a change needs a recent one, and then lets the change continue. */
function RecentLogin({ isPasswordOff, onLoggedIn }: { isPasswordOff: boolean | undefined; onLoggedIn(): void }) {
  const isAsked = useIsLoginRequested();
  useEffect(() => () => resumeAfterLogin(false), []);
  if (!isAsked) return null;
  return (
    <AdminGateDialog
      reason="To make this change, you must have logged in within the last 15 minutes."
      isPasswordOff={isPasswordOff}
      onLoggedIn={() => {
        onLoggedIn();
        resumeAfterLogin(true);
      }}
      onClose={() => resumeAfterLogin(false)}
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
  const { tab, addressOf } = useTab();
  const navigate = useNavigate();
  const other = MORE_TABS.find(({ value }) => value === tab);
  const isPhone = useMedia(PHONE);
  const [isNaming, setIsNaming] = useState(false);
  const name = () => setIsNaming(true);
  const isOperator = session.role === "operator";
  // The focus disappeared with the login form or with a link in the previous tab.
  const focusedFor = useRef("");
  useEffect(() => {
    if (focusedFor.current === tab) return;
    focusedFor.current = tab;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [tab]);
  const own = {
    title: "You",
    links: [
      ...(isOperator ? [{ name: "Dashboard", to: PATHS.stats }] : []),
      ...(session.needsFirstPerson ? [{ name: "Add your name", to: name }] : []),
    ],
  };
  const more = <MoreMenu tab={tab} addressOf={addressOf} own={isPhone ? own : null} />;
  return (
    <RoleProvider value={session.role ?? "reader"}>
      <div className="mb-2 flex items-center gap-2 sm:flex-wrap sm:gap-3">
        <div className="mr-auto min-w-0 items-baseline gap-3 sm:flex">
          <h1 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none sm:text-2xl">
            Admin Panel
          </h1>
          {session.person && (
            <p className="min-w-0 text-sm wrap-anywhere text-ink-muted">
              {session.person.name}, {session.role}
            </p>
          )}
        </div>
        {isPhone && more}
        {!isPhone && (
          <>
            {isOperator && (
              <Link to={PATHS.stats} className={buttonClass({ variant: "ghost", size: "sm" })}>
                Dashboard
              </Link>
            )}
            {session.needsFirstPerson && (
              <Button variant="secondary" size="sm" onClick={name}>
                Add your name
              </Button>
            )}
          </>
        )}
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            forgetDecisions();
            void onLeave();
          }}
        >
          <LogOut aria-hidden className="size-4" />
          <span className="max-sm:sr-only">Logout</span>
        </Button>
      </div>
      <Tabs
        label="Admin sections"
        items={TABS}
        value={tab}
        onChange={(value) => void navigate(addressOf(value), { preventScrollReset: true })}
        more={isPhone ? null : more}
      />
      {other && (
        <section role="tabpanel" tabIndex={-1} aria-labelledby={MORE_ID} className="pt-4 outline-none">
          {other.content(session)}
        </section>
      )}
      {isNaming && <AdminFirstPerson onNamed={onNamed} onClose={() => setIsNaming(false)} />}
      <AdminLastDecisions />
    </RoleProvider>
  );
}

/**
 * Returns the tab that the query parameter `tab` names, and a function that returns a tab's address. The addresses keep
 * the filters of the listings.
 */
function useTab() {
  const { pathname, search } = useLocation();
  const asked = new URLSearchParams(search).get("tab");
  const found = [...TABS, ...MORE_TABS].find(({ value }) => value === asked) ?? LISTINGS;
  const addressOf = (value: string) => {
    const query = new URLSearchParams(search);
    if (value === LISTINGS.value) query.delete("tab");
    else query.set("tab", value);
    return query.size === 0 ? pathname : `${pathname}?${query}`;
  };
  return { tab: found.value, addressOf };
}

interface MoreMenuProps extends ReturnType<typeof useTab> {
  /** Links that phones show in this menu instead of the header; null on wider screens. */
  own: ComponentProps<typeof Menu>["groups"][number] | null;
}

/**
 * Menu of the less frequently used tabs. Its label names the open tab, if the menu contains it, and shows the number of
 * waiting items.
 */
function MoreMenu({ tab, addressOf, own }: MoreMenuProps) {
  const waiting: Record<string, number> = {
    appeals: useWaitingAppeals(),
    market: useUncheckedBenchmarkCount() + useUnconfirmedGuidelines(),
    system: useSystemFaults(),
  };
  const current = MORE_TABS.find(({ value }) => value === tab);
  const sum = Object.values(waiting).reduce((total, count) => total + count, 0);
  // If the label names an open tab, the number beside it counts only that tab's items.
  const shown = current ? (waiting[current.value] ?? 0) : sum;
  return (
    <Menu
      label={
        <>
          <span id={MORE_ID}>{current?.name ?? "More"}</span>
          {shown > 0 && <WaitingChip count={shown} />}
          {sum > shown && (
            <span className="text-sm font-normal text-ink-muted max-sm:sr-only">+{sum - shown} in More</span>
          )}
        </>
      }
      isCurrent={current !== undefined}
      groups={[
        ...MORE.map(({ title, tabs }) => ({
          title,
          links: tabs.map(({ value, name }) => ({
            to: addressOf(value),
            name,
            isCurrent: value === tab,
            waiting: waiting[value] ?? 0,
          })),
        })),
        ...(own && own.links.length > 0 ? [own] : []),
      ]}
      className={denseTabClass}
    />
  );
}
