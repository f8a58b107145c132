import { apiReference } from "../contracts/api-reference.ts";
import { API_PAGE } from "../contracts/pages.ts";
import { openApiDocument } from "../features/open-api/open-api-document.ts";
import { router } from "../platform/http.ts";
import { answerPage } from "./answer-page.ts";

/** The page about the open API. Mounted before the API's own "not found", whose pattern matches it, too. */
export const apiPage = router().get(API_PAGE, (c) =>
  answerPage(c, async () => ({
    data: { page: "api", reference: apiReference(openApiDocument(c.var.deps.config)) },
    cache: { response: "GET /api" },
  })),
);
