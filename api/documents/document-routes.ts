import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { changelogPage, SECTIONS } from './changelog.ts'
import { TAGS } from './description.ts'
import { pagesIn } from './pages.ts'
import { startDocument } from './start-page.ts'
import { publicRoute, strings, text, told } from './public-route.ts'

const RELEASE = {
  type: 'object',
  properties: {
    version: told('Version of the release, as in semantic versioning.'),
    ...Object.fromEntries(
      Object.entries(SECTIONS).map(([name, meaning]) => [name, told(meaning, strings)]),
    ),
  },
  required: ['version', ...Object.keys(SECTIONS)],
}

export const changelogRoute = publicRoute({
  operationId: 'getChangelog',
  tag: 'Documents',
  summary: 'List releases of this API',
  description: 'Newest first, on a single page. The first release is the current one.',
  success: {
    description: 'All releases.',
    schema: {
      type: 'object',
      properties: {
        data: told('All releases, newest first.', { type: 'array', items: RELEASE }),
        nextCursor: told('Always null, because there is only one page.', {
          type: ['string', 'null'],
        }),
        hasMore: told('Always false, because there is only one page.', { type: 'boolean' }),
      },
      required: ['data', 'nextCursor', 'hasMore'],
    },
    example: { ...changelogPage(), data: changelogPage().data.slice(-1) },
  },
})

const document = (
  operationId: string,
  summary: string,
  description: string,
  type = 'application/json',
  errors: readonly ErrorCode[] = [],
) =>
  publicRoute({
    operationId,
    tag: 'Documents',
    summary,
    description,
    success: {
      description: 'The document, with an ETag.',
      schema: type === 'text/html' ? text : { type: 'object' },
      type,
    },
    errors,
  })

export const descriptionRoute = document(
  'getOpenApi',
  'This description',
  'OpenAPI 3.1 document for generators and tools. To check whether it has changed, send the ETag as If-None-Match.',
)
export const areaRoute = {
  ...document(
    'getAreaOpenApi',
    'Retrieve one area of this description',
    'Contains the operations of one group of tags with the components that they need. Use it for programs that call only these operations.',
    'application/json',
    ['not_found'],
  ),
  parameters: [
    {
      name: 'area',
      in: 'path',
      required: true,
      description: 'A group of tags.',
      schema: { type: 'string', enum: Object.keys(TAGS) },
      example: 'scheduling',
    },
  ],
}
export const collectionRoute = document(
  'getPostmanCollection',
  'Retrieve this description as a Postman collection',
  'Import the collection, set `client_id` and `client_secret`, and send “Create an access token” first.',
)
export const referenceRoute = document(
  'getReference',
  'View this description as a web page',
  'Lists all operations, with a search box. Each operation links to the page of its area.',
  'text/html',
)
export const errorGuideRoute = document(
  'getErrorGuide',
  'View all error codes',
  'A page with a section for each code that explains what the code means and what to do. The `type` of a problem links to its section.',
  'text/html',
)

const pageOf = (operationId: string, folder: '/docs/' | '/docs/guides/', summary: string) => ({
  ...publicRoute({
    operationId,
    tag: 'Documents',
    summary,
    description:
      'Returned as Markdown. Browsers (text/html) get a web page unless the path ends in `.md`. Links lead to the other pages.',
    success: { description: 'The page, with an ETag.', schema: text, type: 'text/plain' },
    errors: ['not_found'],
  }),
  parameters: [
    {
      name: 'page',
      in: 'path',
      required: true,
      description: 'File name of the page.',
      schema: { type: 'string', enum: pagesIn(folder) },
      example: pagesIn(folder)[0],
    },
  ],
})
export const pageRoute = pageOf('getPage', '/docs/', 'Read a document, such as the quickstart')
export const guideRoute = pageOf(
  'getGuide',
  '/docs/guides/',
  'Read a guide: a page for each task, with examples that run',
)

export const llmsTextRoute = publicRoute({
  operationId: 'getLlmsText',
  tag: 'Documents',
  summary: 'Read a guide for language models that write programs for the API',
  description: 'Text in the format of llmstxt.org.',
  success: { description: 'The text, with an ETag.', schema: text, type: 'text/plain' },
})
export const startRoute = publicRoute({
  operationId: 'getStart',
  tag: 'Documents',
  summary: 'Retrieve links to the documents and endpoints',
  description: 'Returns links for programs, or a web page for browsers (text/html).',
  success: {
    description: 'Name and version of the API, whether it can serve requests, and links.',
    schema: {
      type: 'object',
      properties: {
        name: told('Name of the API.'),
        version: told('Version of the API.'),
        status: told('Whether the API can serve requests, as in `/readyz`.'),
        links: told('Paths by purpose.', { type: 'object', additionalProperties: text }),
      },
      required: ['name', 'version', 'status', 'links'],
    },
    example: startDocument('ok'),
  },
})
