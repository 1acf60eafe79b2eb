import { RESOURCES } from '#platform/core/shortages.ts'
import { changelogPage } from './changelog.ts'
import { CALENDAR_PATHS } from './calendar-paths.ts'
import { LINK_PATHS } from './link-paths.ts'
import { OAUTH_PATHS } from './oauth-paths.ts'
import { HEADERS_OF_EVERY_RESPONSE } from './response-headers.ts'
import { standing, strings, text } from './standing-path.ts'

/** Routes beside the operations: no access token, no tenant. Written by hand, checked by test/contract. */

const RELEASE = {
  type: 'object',
  properties: { version: text, added: strings, improved: strings },
  required: ['version', 'added', 'improved'],
}

const getChangelog = standing({
  operationId: 'getChangelog',
  tag: 'Documents',
  summary: 'Releases of this API, the newest first',
  success: {
    description: 'All releases.',
    schema: {
      type: 'object',
      properties: {
        data: { type: 'array', items: RELEASE },
        nextCursor: { type: ['string', 'null'] },
        hasMore: { type: 'boolean' },
      },
      required: ['data', 'nextCursor', 'hasMore'],
    },
    example: { ...changelogPage(), data: changelogPage().data.slice(-1) },
  },
})

const document = (operationId: string, summary: string, type = 'application/json') =>
  standing({
    operationId,
    tag: 'Documents',
    summary,
    success: {
      description: 'The document, with an ETag.',
      schema: type === 'text/html' ? text : { type: 'object' },
      type,
    },
  })

const HEALTH = { type: 'object', properties: { status: text }, required: ['status'] }

const readiness = {
  ...HEALTH,
  properties: {
    status: { ...text, enum: ['ok', 'degraded', 'down', 'stopping'] },
    dependencies: { type: 'object', additionalProperties: text },
    shortage: {
      type: ['string', 'null'],
      enum: [...RESOURCES, null],
      description:
        'What requests of the last 15 seconds were refused for lack of: they got 503 with Retry-After.',
    },
  },
}

const getReadiness = () => {
  const operation = standing({
    operationId: 'getReadiness',
    tag: 'Operations',
    summary: 'Whether the API can serve, by dependency',
    description:
      '`degraded` still serves: writes are accepted while Temporal is down or has a backlog; with a `shortage` some requests get 503. `stopping` ends soon: ask another process.',
    success: {
      description: 'It serves.',
      schema: readiness,
      example: {
        status: 'ok',
        dependencies: { database: 'ok', temporal: 'ok' },
        shortage: null,
      },
    },
  })
  const down = {
    description: 'It does not serve.',
    headers: HEADERS_OF_EVERY_RESPONSE,
    content: {
      'application/json': {
        schema: readiness,
        example: {
          status: 'down',
          dependencies: { database: 'down', temporal: 'ok' },
          shortage: null,
        },
      },
    },
  }
  return { ...operation, responses: { '200': operation.responses['200'], '503': down } }
}

const linkToken = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'Of the link: it is all that is needed.',
  schema: text,
  example: 'eyJwdXJwb3NlIjoidXBsb2FkIn0.x5Yc',
}
const BINARY = { type: 'string', format: 'binary' }

const uploadFile = standing({
  operationId: 'uploadFile',
  tag: 'Attachments',
  summary: 'Send the bytes of an announced file',
  description:
    'To the link of `/v1/attachments/{id}/upload-link`. Works once, for as long as the API key that asked for it. While too many files are being received it answers 503 with Retry-After.',
  parameters: [linkToken],
  requestBody: { required: true, content: { 'application/octet-stream': { schema: BINARY } } },
  success: { description: 'The attachment, READY.', schema: { type: 'object' } },
  errors: [
    'body_incomplete',
    'insufficient_scope',
    'not_found',
    'conflict',
    'processing_restricted',
    'gone',
    'invalid_transition',
    'payload_too_large',
    'file_refused',
  ],
})

const downloadFile = standing({
  operationId: 'downloadFile',
  tag: 'Attachments',
  summary: 'Fetch the bytes of a file',
  description:
    'From the link of `/v1/attachments/{id}/download-link`, until it expires or the API key that asked for it is revoked.',
  parameters: [linkToken],
  success: { description: 'The file.', schema: BINARY, type: '*/*' },
  errors: ['insufficient_scope', 'not_found', 'gone', 'invalid_transition', 'file_missing'],
})

export const STANDING_PATHS: Record<string, Record<string, object>> = {
  ...OAUTH_PATHS,
  ...LINK_PATHS,
  '/v1/files/{token}': { put: uploadFile, get: downloadFile },
  ...CALENDAR_PATHS,
  '/v1/changelog': { get: getChangelog },
  '/openapi.json': { get: document('getOpenApi', 'This description') },
  '/postman.json': { get: document('getPostmanCollection', 'The same as a Postman collection') },
  '/docs': { get: document('getReference', 'This description to read', 'text/html') },
  '/docs/errors': { get: document('getErrorGuide', 'All error codes explained', 'text/html') },
  '/healthz': {
    get: standing({
      operationId: 'getHealth',
      tag: 'Operations',
      summary: 'Whether the process lives',
      success: { description: 'It does.', schema: HEALTH, example: { status: 'ok' } },
    }),
  },
  '/readyz': { get: getReadiness() },
}
