import { queryOptions, useQuery } from "@tanstack/react-query";
import {
  apiReference,
  getApiDocument,
  type ReferenceField,
  type ReferenceOperation,
} from "../../worker/contracts/api-reference.ts";
import type { PageData } from "../../worker/contracts/page.ts";
import { API_PAGE, OPENAPI_PATH } from "../../worker/contracts/pages.ts";
import type { Answers } from "../app/router/page-table.ts";
import { call } from "../lib/api.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { LoadFailure } from "../ui/notice.tsx";
import { SectionCard } from "../ui/section-card.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const TITLE = "API";
const KEY = ["api-reference"] as const;

export const head = fixedHead(
  TITLE,
  "Toronto’s homes, rents, neighbourhoods and rent check as JSON for programs: free, no key needed, described in OpenAPI 3.1.",
  API_PAGE,
);

export const answers = (data: PageData): Answers => (data.page === "api" ? [[KEY, data.reference]] : []);

const reference = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => apiReference(await call(getApiDocument, {}, { signal })),
  });

const RULES: readonly (readonly [string, string])[] = [
  [
    "Free, without a key",
    "Anyone can read everything, including from pages on other sites (CORS). Nothing can be changed.",
  ],
  [
    "600 calls an hour",
    "Per network. RateLimit says how many are left, and a 429 comes with Retry-After. Responses have an ETag. Send it as If-None-Match: a 304 means nothing has changed.",
  ],
  [
    "Pages",
    "Each list gives the cursor of the next page in next, and the URL of that page in the Link header. Homes can change between two calls, so a home may be missing or appear twice.",
  ],
  [
    "Errors",
    "RFC 9457 problems (application/problem+json). Rely on code, because texts may change. We reject unknown parameters: ignoring a misspelt filter would return too many homes.",
  ],
  [
    "For assistants",
    "The Model Context Protocol at /mcp (Streamable HTTP): search_homes, get_home, rent_check, market and commute, with the same limits.",
  ],
  ["What is left out", "Phone numbers, names and email addresses. The phone number is on the home's page, at url."],
  [
    "What a percentage means",
    "It compares a rent with the market rent next to it, from the month and source given there. Show them together. The figures of /market are licensed under CC BY 4.0. Listings and photos belong to their landlords.",
  ],
];

/** Explains how programs can read the site. */
export function Component() {
  useDocumentHead(head(null, useSite()));
  const { data, isPending, refetch } = useQuery(reference());
  return (
    <div className="page-width pt-6 pb-12">
      <Breadcrumb steps={[{ name: TITLE }]} />
      <h1 className="mt-2 text-3xl display">{TITLE}</h1>
      <p className="mt-2 max-w-3xl text-ink-muted">
        This site’s homes and rents, for programs. Described in OpenAPI 3.1:{" "}
        <a href={OPENAPI_PATH} className="text-accent underline">
          {OPENAPI_PATH}
        </a>
      </p>
      <dl className="mt-6 grid gap-x-8 gap-y-4 md:grid-cols-2">
        {RULES.map(([name, text]) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="text-ink-muted">{text}</dd>
          </div>
        ))}
      </dl>
      {isPending && <Skeleton className="mt-6 h-96 w-full" />}
      {!isPending && !data && (
        <LoadFailure level="h2" title="Error loading the document" onRetry={() => void refetch()}>
          <p>Please try again later.</p>
        </LoadFailure>
      )}
      {data && (
        <>
          <p className="mt-6 max-w-3xl text-ink-muted">{data.about}</p>
          <p className="mt-2">
            Base address: <code className="wrap-anywhere">{data.server}</code>
          </p>
          <div className="mt-6 grid gap-4">
            {data.operations.map((operation) => (
              <Operation key={operation.path} operation={operation} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function Operation({ operation }: { operation: ReferenceOperation }) {
  const { path, summary, description, example, parameters, fields, errors } = operation;
  return (
    <SectionCard title={`GET ${path}`} note={summary}>
      <p>{description}</p>
      {example !== null && (
        <p className="mt-2">
          <a href={example} className="wrap-anywhere text-accent underline">
            {example}
          </a>
        </p>
      )}
      <div className="mt-3 grid gap-2">
        {parameters.length > 0 && (
          <Disclosure summary={`Parameters of ${path}`}>
            <Fields fields={parameters} />
          </Disclosure>
        )}
        <Disclosure summary={`Response of ${path}`}>
          <Fields fields={fields} />
        </Disclosure>
        <Disclosure summary={`Errors of ${path}`}>
          <dl className="grid gap-2 text-sm">
            {errors.map(({ status, about }) => (
              <div key={status}>
                <dt className="font-semibold">{status}</dt>
                <dd className="text-ink-muted">{about}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      </div>
    </SectionCard>
  );
}

function Fields({ fields }: { fields: readonly ReferenceField[] }) {
  return (
    <dl className="grid gap-2 text-sm">
      {fields.map(({ name, type, about, isRequired }) => (
        <div key={name}>
          <dt>
            <code className="font-semibold">{name}</code>{" "}
            <span className="text-ink-muted">
              {type}
              {!isRequired && ", optional"}
            </span>
          </dt>
          {about !== "" && <dd className="text-ink-muted">{about}</dd>}
        </div>
      ))}
    </dl>
  );
}
