import { createHash } from 'node:crypto'
import converter from 'openapi-to-postmanv2'
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts'

/**
 * Converts the document to a Postman collection (v2.1). "Create an access token" stores its response in a
 * variable that all other requests use.
 */
export const buildPostmanCollection = async (document: OpenApiDocument): Promise<object> => {
  const converted = await convert(forPostman(document))
  const { info, item, ...rest } = stable(converted, 'collection') as Collection
  return {
    info: { ...info, _postman_id: idOf('collection') },
    ...rest,
    item: item.map((folder) =>
      folder.name === 'Authentication' ? authentication(folder) : folder,
    ),
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: 'http://localhost:8080', type: 'string' },
      { key: 'client_id', value: '', type: 'string' },
      { key: 'client_secret', value: '', type: 'string' },
      { key: 'access_token', value: '', type: 'string' },
    ],
  }
}

interface Collection {
  info: object
  item: Folder[]
}

interface Folder {
  name: string
  item: { name: string; [member: string]: unknown }[]
}

/** Keeps only requests and successes: with errors, the collection would be five times as large. */
const forPostman = (document: OpenApiDocument): object => ({
  ...document,
  webhooks: {},
  tags: document.tags.filter(({ name }) => name !== 'Webhook events'),
  paths: Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [method, trimmed(operation)]),
      ),
    ]),
  ),
})

const trimmed = (operation: OpenApiOperation) => ({
  ...operation,
  security: [],
  responses: Object.fromEntries(
    Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, response]) => [status, withExamplesOnly(response)]),
  ),
})

/** Without examples, the converter would invent different values each time. */
const withExamplesOnly = (response: { content?: Record<string, object> }) => ({
  ...response,
  headers: {},
  content: Object.fromEntries(
    Object.entries(response.content ?? {}).filter(([, media]) => 'example' in media),
  ),
})

const OPTIONS = {
  folderStrategy: 'Tags',
  requestNameSource: 'Fallback',
  parametersResolution: 'Example',
  enableOptionalParameters: false,
} as const

/** Converts a copy, because the converter changes its input. */
const convert = (document: object): Promise<object> =>
  new Promise((resolve, reject) => {
    const data = structuredClone(document)
    converter.convertV2({ type: 'json', data }, OPTIONS, (error, result) => {
      const collection = result?.output?.[0]?.data
      if (collection) return resolve(JSON.parse(JSON.stringify(collection)) as object)
      const reason = result?.reason ?? 'the converter gave no reason'
      reject(new Error(`The Postman collection could not be created: ${reason}`, { cause: error }))
    })
  })

/** Makes the folder public. Its token request stores the response. */
const authentication = (folder: Folder): Folder & { auth: object } => ({
  ...folder,
  auth: { type: 'noauth' },
  item: folder.item.map((request) =>
    request.name === 'Create an access token'
      ? { ...request, event: [{ listen: 'test', script: { exec: KEEP_TOKEN } }] }
      : request,
  ),
})

const KEEP_TOKEN = ["pm.collectionVariables.set('access_token', pm.response.json().access_token)"]

/**
 * Replaces the random ids of the converter with ids derived from positions, so that diffs are readable.
 * Variables replace useless examples.
 */
const stable = (value: unknown, place: string): unknown => {
  if (Array.isArray(value))
    return value.map((item, index) => stable(item, `${place}/${nameOf(item) ?? index}`))
  if (typeof value === 'string')
    return VARIABLES.reduce((text, [from, to]) => text.replaceAll(from, to), value)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([name, member]) => !DROPPED.has(name) && !(name === 'auth' && member === null),
  )
  const members = kept.map(([name, member]) => [
    name,
    name === 'id' ? idOf(place) : stable(member, `${place}/${name}`),
  ])
  const header = 'key' in value ? HEADERS[String(value.key)] : undefined
  return { ...(Object.fromEntries(members) as object), ...header }
}

/** Headers of requests: a new key for each request, and no version. */
const HEADERS: Record<string, object> = {
  'Idempotency-Key': { value: '{{$guid}}', disabled: false },
  'If-Match': { value: '"1"', disabled: true },
}

const DROPPED = new Set(['event', '_postman_id'])

const VARIABLES: [RegExp, string][] = [
  [/\{\{baseUrl\}\}/g, '{{base_url}}'],
  [/(\\?"client_id\\?": \\?")[^"\\]*/g, '$1{{client_id}}'],
  [/(\\?"client_secret\\?": \\?")[^"\\]*/g, '$1{{client_secret}}'],
]

const nameOf = (item: unknown): string | undefined =>
  typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string'
    ? item.name
    : undefined

const idOf = (place: string): string =>
  createHash('sha256')
    .update(place)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
