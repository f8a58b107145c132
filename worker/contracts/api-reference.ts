import { operation, types } from "./operation.ts";
import { OPENAPI_PATH } from "./pages.ts";

/** A parameter or field of the open API, as shown to people. */
export interface ReferenceField {
  name: string;
  /**
   * Type in words: 'text', 'number', 'one of a, b', 'list' or 'object', followed by 'or nothing' if null is possible.
   */
  type: string;
  about: string;
  isRequired: boolean;
}

/** An operation as described on the page. */
export interface ReferenceOperation {
  path: string;
  summary: string;
  description: string;
  /** An example URL that visitors can open. Null if the path contains a number. */
  example: string | null;
  parameters: ReferenceField[];
  fields: ReferenceField[];
  /** Codes of errors with their status and text. */
  errors: { status: string; about: string }[];
}

/** The content of the page about the open API, generated from the API document. */
export interface ApiReference {
  about: string;
  server: string;
  operations: ReferenceOperation[];
}

/** A JSON Schema, with only the properties that this page uses. */
interface Schema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: string | number | boolean;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
}

/** The OpenAPI document, with only the properties that this page uses. */
export interface ApiDocument {
  info: { description: string };
  servers: { url: string }[];
  paths: Record<
    string,
    {
      get: {
        summary: string;
        description: string;
        "x-example": string;
        parameters: { name: string; required: boolean; description?: string; schema: Schema }[];
        responses: Record<string, { description: string; content?: Record<string, { schema: { $ref?: string } }> }>;
      };
    }
  >;
  components: { schemas: Record<string, Schema> };
}

const WORDS: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  array: "list",
  object: "object",
};

function typeText({ type, enum: values, const: only, anyOf }: Schema): string {
  if (values !== undefined) return `one of ${values.map(String).join(", ")}`;
  if (only !== undefined) return String(only);
  const types = anyOf?.map(typeText) ?? [type ?? []].flat().map((one) => WORDS[one] ?? one);
  const kinds = [...new Set(types)].filter((one) => one !== "null");
  return kinds.join(" or ") + (types.includes("null") ? " or nothing" : "");
}

/** Returns the description of a schema, or of its alternative to null. */
const aboutOf = ({ description, anyOf }: Schema): string =>
  description ?? anyOf?.find((one) => one.description !== undefined)?.description ?? "";

/** Returns the fields of an object, followed by the fields of the objects inside it: `homes[].rent`. */
function fieldsOf({ properties = {}, required = [] }: Schema, within = ""): ReferenceField[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const field = {
      name: within + name,
      type: typeText(schema),
      about: aboutOf(schema),
      isRequired: required.includes(name),
    };
    const inner = [schema, ...(schema.anyOf ?? [])].flatMap((one) => [
      ...fieldsOf(one, `${field.name}.`),
      ...(one.items === undefined ? [] : fieldsOf(one.items, `${field.name}[].`)),
    ]);
    return [field, ...inner];
  });
}

/** Removes the backticks that mark code in the document. */
const plain = (text: string) => text.replaceAll("`", "");

const SCHEMAS = "#/components/schemas/";

/** Returns the document of the open API, in OpenAPI 3.1. */
export const getApiDocument = operation("GET", OPENAPI_PATH, types<{ answer: ApiDocument }>);

/** Returns the content of the reference page, generated from the document. */
export function apiReference({ info, servers, paths, components }: ApiDocument): ApiReference {
  const server = servers[0]?.url ?? "";
  return {
    about: info.description,
    server,
    operations: Object.entries(paths).map(([path, { get }]) => {
      const answer = get.responses["200"]?.content?.["application/json"]?.schema.$ref?.slice(SCHEMAS.length);
      return {
        path,
        summary: get.summary,
        description: plain(get.description),
        example: path.includes("{") ? null : server + get["x-example"],
        parameters: get.parameters.map(({ name, required, description = "", schema }) => ({
          name,
          type: typeText(schema),
          about: description,
          isRequired: required,
        })),
        fields: fieldsOf(components.schemas[answer ?? ""] ?? {}),
        errors: Object.entries(get.responses)
          .filter(([status]) => status >= "400")
          .map(([status, { description: about }]) => ({ status, about: plain(about) })),
      };
    }),
  };
}
