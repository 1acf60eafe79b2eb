import type { ContextName } from '../../domain/contexts.ts'
import { OPERATIONS_BY_CONTEXT } from '../resources/index.ts'

/** The introduction to the OpenAPI document, for newcomers. */
export const DESCRIPTION = `REST API and signed webhooks for therapy centres: appointments, people, sessions, orders, payments.

Begin with [the quickstart](/docs/quickstart). [The guides](/docs/guides) cover one task each, with examples that you can run. [A diagram](/docs/records) shows how the records relate.

## Authentication
1. Send the client ID and secret of an API key to \`POST /oauth/token\` with \`grant_type=client_credentials\`.
2. Send the \`access_token\` of the response as \`Authorization: Bearer …\` with every request. It is valid for 15 minutes.
3. Renew it with \`grant_type=refresh_token\`. Each refresh token works once within 30 days; the response contains the next one. If you use it again within 30 seconds, for example after a lost response, the response contains tokens again; if you use it again later, the whole grant is revoked.

Each operation lists its scopes; any one of them is sufficient. A plain scope allows reading and writing; a scope with \`.read\` allows only reading.
An API key can also be limited to resource types and HTTP methods.

## Idempotency
Send an \`Idempotency-Key\` (1 to 255 visible characters, such as a UUID) with every write. For 24 hours after a success the same
key with the same request is answered with the same status and body, and \`Idempotent-Replayed: true\`; with another
request it is refused (\`idempotency_mismatch\`). A refused (4xx) or failed (5xx) request has changed nothing and stored nothing: send it again,
unchanged or corrected, with the same key.

## Lists
\`{data, nextCursor, hasMore}\`, newest first. \`limit\` is 25 by default, at most 100. Pass \`nextCursor\`
as \`cursor\` for the next page, with the same filters and sort. Short lists have only one page, so \`nextCursor\` is null. Ranges are half-open: \`startsAt[gte]=…&startsAt[lt]=…\`.
HTTP libraries encode the brackets; with curl, use \`--data-urlencode\` or turn off globbing (\`curl -g\`).
Every list accepts \`ids=\` with up to 100 IDs. Enum filters accept several values (\`status=CONFIRMED,CHECKED_IN\`). \`sort=updatedAt&updatedAt[gte]=…\` returns the records that have changed.
\`count=true\` adds \`total\`, the number of items on all pages. With \`Accept: text/csv\` a list is a file for spreadsheets: [Lists](/docs/guides/lists).
Undocumented parameters are refused. \`expand=child,provider\` returns the full records in addition to their IDs, for members that the operation lists.

## Changes
\`PATCH\` accepts a JSON merge patch (RFC 7396): members that you omit stay unchanged, and \`null\` removes a value. Send the record's \`ETag\` as
\`If-Match\` to get \`precondition_failed\` if somebody else has changed it. Statuses change through their own operations,
such as \`POST /v1/appointments/{id}/cancel\`.

## Errors
\`application/problem+json\` (RFC 9457) with a stable \`code\`, the \`requestId\`, and \`errors\` of \`{path, code, message}\`
for invalid parts of the input. Each operation lists its codes; \`/docs/errors\` explains all of them.
The ID of a record of another centre gets the same response as an unknown ID.

## Rate limits
The limits are 600 requests per minute for each API key (or for each address without a key) and 6,000 for all keys of a centre together, over all instances; operators can set other limits. The headers describe the limit that is closer to being reached. Every response has them: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`, \`X-RateLimit-Reset\` (Unix seconds) and the IETF's \`RateLimit\`
and \`RateLimit-Policy\`. A 429 has \`Retry-After\`: wait, and add jitter.

Every response has these headers and \`X-Request-Id\`; this document lists them only for errors.

## Webhooks
Events are sent by POST as \`{id, type, createdAt, data}\` to the endpoints of \`/v1/webhook-endpoints\`. Verify
\`X-Service-Signature: t=<unix>,v1=<hex>,v2=…\` before you trust an event: \`v1\` is the HMAC-SHA-256 of \`<t>.<raw body>\`
with the whole \`whsec_…\` secret as key, and there are several \`v1\` while a secret is rotated. Refuse a \`t\` older
than five minutes. The \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` of Standard Webhooks are sent too.
Answer 2xx within 15 seconds. After any other response, the delivery is retried for up to 24 hours, so an event can arrive twice or out of order. Its \`id\` stays the same. An endpoint is disabled if all attempts fail for five days, or if it answers
410. After you resume it, \`POST /v1/webhook-endpoints/{id}/recover\` delivers the events it missed.

## Growth
Requests are strict: undocumented members and parameters are refused. Responses and events are open: within a version, members can be added to them, and values to lists of "known values". Ignore members and values that you do not know.

## Values
Instants are ISO 8601 with an offset: \`startsAt\` has the offset of its location, record times end in \`Z\`. Dates are YYYY-MM-DD. Amounts are integers in
the minor unit of their currency. IDs have a prefix for the kind of record, such as \`apt_\`.
`

/** Tags of routes and events besides the operations, by context. */
const FURTHER_TAGS: Partial<Record<ContextName, Readonly<Record<string, string>>>> = {
  messaging: { 'One-time links': 'Pages that people open from a message without signing in.' },
  webhooks: { 'Webhook events': 'Events that your endpoints receive.' },
  platform: {
    Authentication: 'Tokens for API keys (OAuth 2.0), and the keys that verify them.',
    Documents: 'This API description, its Postman collection and the changelog.',
    Operations: 'Health of the process.',
  },
}

const tagsOf = (context: ContextName): Readonly<Record<string, string>> => {
  const tags: Record<string, string> = {}
  for (const { tag, tagAbout } of OPERATIONS_BY_CONTEXT[context])
    tags[tag] = tagAbout ?? tags[tag] ?? ''
  return { ...tags, ...FURTHER_TAGS[context] }
}

/** Each context's tags and their subjects, in the order of their operations. */
export const TAGS = Object.fromEntries(
  (Object.keys(OPERATIONS_BY_CONTEXT) as ContextName[]).map((context) => [
    context,
    tagsOf(context),
  ]),
) as Readonly<Record<ContextName, Readonly<Record<string, string>>>>
