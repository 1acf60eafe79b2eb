import { changelogPage } from './changelog.ts'
import { publicRoute, strings, text } from './public-route.ts'

const RELEASE = {
  type: 'object',
  properties: { version: text, added: strings, improved: strings },
  required: ['version', 'added', 'improved'],
}

export const changelogRoute = publicRoute({
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
  publicRoute({
    operationId,
    tag: 'Documents',
    summary,
    success: {
      description: 'The document, with an ETag.',
      schema: type === 'text/html' ? text : { type: 'object' },
      type,
    },
  })

export const descriptionRoute = document('getOpenApi', 'This description')
export const collectionRoute = document('getPostmanCollection', 'The same as a Postman collection')
export const referenceRoute = document('getReference', 'This description to read', 'text/html')
export const errorGuideRoute = document('getErrorGuide', 'All error codes explained', 'text/html')
