import { html, raw } from 'hono/html'
import { API_VERSION } from './changelog.ts'
import { PAGES, readingPath } from './pages.ts'
import { PLAIN_STYLE, siteHeader } from './plain-style.ts'

const TOKEN = '/oauth/token'

/** Links by name, for clients and readers. */
const LINKS = {
  reference: ['/docs', 'API reference with examples for every operation'],
  quickstart: ['/docs/quickstart', 'From zero to a first appointment, in curl, Node and Python'],
  guides: ['/docs/guides', 'Read a guide: a page for each task, with examples that run'],
  errors: ['/docs/errors', 'Error codes: what each means and what to do'],
  openapi: ['/openapi.json', 'OpenAPI 3.1 document'],
  postman: ['/postman.json', 'Postman collection'],
  changelog: ['/v1/changelog', 'What each version changed'],
  token: [TOKEN, 'Token endpoint for API keys (POST)'],
  authorizationServer: ['/.well-known/oauth-authorization-server', 'OAuth 2.0 metadata'],
  webhookKeys: ['/.well-known/webhook-keys.json', 'Public keys of webhook signatures'],
  readiness: ['/readyz', 'Check whether the API can serve requests'],
} as const

const NAME = 'Therapy Care Platform API'

/** `/` for clients. */
export const startDocument = (status: string) => ({
  name: NAME,
  version: API_VERSION,
  status,
  links: Object.fromEntries(Object.entries(LINKS).map(([name, [path]]) => [name, path])),
})

/** `/` for people. */
export const startPage = async (status: string): Promise<string> =>
  await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${NAME}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(PLAIN_STYLE)} dt {
            margin-top: 0.75rem;
          }
          dd {
            margin: 0;
            font-size: 0.85em;
            opacity: 0.75;
          }
        </style>
      </head>
      <body>
        ${raw(siteHeader())}
        <h1>${NAME}</h1>
        <p>Version ${API_VERSION}. Status: <strong>${status}</strong>.</p>
        <dl>
          ${Object.values(LINKS).map(
            ([path, about]) =>
              html`<dt>${path === TOKEN ? about : html`<a href="${path}">${about}</a>`}</dt>
                <dd><code>${path}</code></dd>`,
          )}
        </dl>
      </body>
    </html>`

/** `/llms.txt` (llmstxt.org): what a language model needs to know to write a client. */
export const llmsText = (): string => `# ${NAME}

> REST API with signed webhooks for therapy centres: appointments, people, sessions, forms, goals, payments. Version ${API_VERSION}.

- Get a token at POST /oauth/token (OAuth 2.0 client credentials) and send it as Authorization: Bearer. It is valid for 15 minutes.
- Send an Idempotency-Key with every POST: a retry with the same key has no second effect. Send a record's ETag as If-Match with a PATCH to get 412 if somebody else has changed the record since; without it, the last write wins.
- Requests are strict: undocumented members and parameters are refused. Responses gain members within a version: ignore those that you do not know.
- Lists are pages {data, nextCursor, hasMore}. Ranges are sent as startsAt[gte]=…&startsAt[lt]=….
- Errors are application/problem+json. Branch on code; errors[].path names each wrong member.
- On operations that support it, dryRun=true returns the result as it would be, and does nothing.

## Documents

${Object.values(LINKS)
  .filter(([path]) => !PAGES.some((page) => readingPath(page.path) === path))
  .map(([path, about]) => `- [${path}](${path}): ${about}`)
  .join('\n')}
- [/openapi/scheduling](/openapi/scheduling): the OpenAPI document of one area, a tenth of the whole; its x-tagGroups name the others

## Guides

${PAGES.map(({ path, about }) => `- [${path}](${path}): ${about}`).join('\n')}
`
