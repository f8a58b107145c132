import { SEARCH_HEADER } from "../../contracts/search.ts";
import { API_PATH } from "../../contracts/pages.ts";
import * as z from "zod/mini";
import type { ApiDocument } from "../../contracts/api-reference.ts";
import { ERRORS, type ErrorCode } from "../../contracts/errors.ts";
import { MARKET_LICENCE } from "../../contracts/market-pages.ts";
import { API_OPERATIONS, type ApiOperation } from "../../contracts/open-api.ts";
import { home, problem } from "../../contracts/open-api.schemas.ts";
import type { Config } from "../../platform/config.ts";

type Json = Record<string, unknown>;

/** Converts one of the site's schemas to JSON Schema, for requests (input) or responses (output). */
export function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _, ...found } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return found;
}

/** Converts the properties of an object schema to OpenAPI parameters. */
function parametersOf(schema: z.ZodMiniType | undefined, place: "query" | "path"): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

const HEADERS = {
  ETag: { description: "Send it as If-None-Match to get a 304 if nothing has changed.", schema: { type: "string" } },
  RateLimit: {
    description: "Remaining calls, and the seconds until all calls are available again.",
    schema: { type: "string" },
  },
  "RateLimit-Policy": {
    description: "Allowed calls, and the length of the window in seconds.",
    schema: { type: "string" },
  },
};

/** Errors that every operation can return. */
const EVERYWHERE: readonly ErrorCode[] = ["request.rate_limited", "server.unavailable"];

/** Returns the error responses of an operation by status, each with its error codes. */
function problemsOf(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => String(ERRORS[code][0]));
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        ...(status === "429" && {
          headers: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } },
        }),
        description: those.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join(" "),
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  );
}

function operationOf(name: string, operation: ApiOperation): Json {
  return {
    get: {
      operationId: name,
      summary: operation.summary,
      description: operation.description,
      "x-example": operation.example,
      parameters: [...parametersOf(operation.parameters, "path"), ...parametersOf(operation.query, "query")],
      responses: {
        200: {
          description: operation.summary,
          headers: {
            ...HEADERS,
            ...(name === "listHomes" && {
              Link: { description: 'The next page, as `<…>; rel="next"`.', schema: { type: "string" } },
              [SEARCH_HEADER]: {
                description: "With `q`: how the search understood the words, and what it ignored, as URI-encoded JSON.",
                schema: { type: "string" },
              },
            }),
          },
          content: { "application/json": { schema: { $ref: `#/components/schemas/${operation.answer[0]}` } } },
        },
        ...(name === "checkRent" && {
          303: {
            description: "The same request for the block, without the house number.",
            headers: { Location: { description: "The URL of that request.", schema: { type: "string" } } },
          },
        }),
        304: { description: "Nothing has changed since the ETag in If-None-Match." },
        ...problemsOf([...operation.errors, ...EVERYWHERE]),
      },
    },
  };
}

/** Returns the OpenAPI 3.1 document of the open API, generated from the schemas that check its requests. */
export function openApiDocument({ siteName, siteUrl, contactEmail }: Config): ApiDocument {
  const operations: [string, ApiOperation][] = Object.entries(API_OPERATIONS);
  const document = {
    openapi: "3.1.1",
    info: {
      title: `${siteName} API`,
      version: "1",
      description:
        "Read-only access to public homes, rents and rental rules in Toronto. We may add fields and parameters at any time. Under /api/v1, we remove none and change no meaning. We announce a new version here a year before this one ends.",
      contact: { email: contactEmail },
      license: { name: `Figures: ${MARKET_LICENCE.name}`, url: MARKET_LICENCE.url },
    },
    servers: [{ url: `${siteUrl}${API_PATH}` }],
    paths: Object.fromEntries(operations.map(([name, operation]) => [operation.path, operationOf(name, operation)])),
    components: {
      schemas: {
        ...Object.fromEntries(operations.map(([, { answer }]) => [answer[0], schemaOf(answer[1], "output")])),
        Home: schemaOf(home, "output"),
        Problem: schemaOf(problem, "output"),
      },
    },
  };
  return document as unknown as ApiDocument;
}
