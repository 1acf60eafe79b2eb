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
  summary: 'Releases of this API, newest first',
  description: 'A single page. The first release is the current one.',
  success: {
    description: 'All releases.',
    schema: {
      type: 'object',
      properties: {
        data: told('All releases, newest first.', { type: 'array', items: RELEASE }),
        nextCursor: told('Always null: there is one page.', { type: ['string', 'null'] }),
        hasMore: told('Always false: there is one page.', { type: 'boolean' }),
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
  'OpenAPI 3.1, for generators and tools. Send the ETag as If-None-Match to learn whether it has changed.',
)
export const areaRoute = {
  ...document(
    'getAreaOpenApi',
    'One area of this description',
    'The operations of one group of tags, with the components they need: for programs that call no others.',
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
  'The same as a Postman collection',
  'Import it, set `client_id` and `client_secret`, and send “Create an access token” first.',
)
export const referenceRoute = document(
  'getReference',
  'This description as a web page',
  'All operations with a search box. Each links to the page of its area.',
  'text/html',
)
export const errorGuideRoute = document(
  'getErrorGuide',
  'All error codes explained',
  'A page with a section for each code: what it means and what to do. The `type` of a problem links to its section.',
  'text/html',
)

const pageOf = (operationId: string, folder: '/docs/' | '/docs/guides/', summary: string) => ({
  ...publicRoute({
    operationId,
    tag: 'Documents',
    summary,
    description:
      'In Markdown. Browsers (text/html) get a web page unless the path ends in `.md`. Links lead to the other pages.',
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
export const pageRoute = pageOf('getPage', '/docs/', 'Quickstart, records, webhooks and more')
export const guideRoute = pageOf(
  'getGuide',
  '/docs/guides/',
  'Guides: a page for each task, with examples that run',
)

export const llmsTextRoute = publicRoute({
  operationId: 'getLlmsText',
  tag: 'Documents',
  summary: 'A guide for language models that write programs for the API',
  description: 'In the format of llmstxt.org.',
  success: { description: 'The text, with an ETag.', schema: text, type: 'text/plain' },
})
export const startRoute = publicRoute({
  operationId: 'getStart',
  tag: 'Documents',
  summary: 'Links to the documents and endpoints',
  description: 'Links for programs; a web page for browsers (text/html).',
  success: {
    description: 'The name, the version, whether the API can serve requests, and links.',
    schema: {
      type: 'object',
      properties: {
        name: told('Kind of record.'),
        version: told('Version of the API.'),
        status: told('Whether it can serve requests, as in `/readyz`.'),
        links: told('Paths by purpose.', { type: 'object', additionalProperties: text }),
      },
      required: ['name', 'version', 'status', 'links'],
    },
    example: startDocument('ok'),
  },
})
