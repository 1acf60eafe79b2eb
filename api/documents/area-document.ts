import type { ContextName } from '../../domain/contexts.ts'
import { TAGS } from './description.ts'
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts'

type Tagged = Pick<OpenApiOperation, 'tags'>

/** The title of an area: `early-intervention` becomes "Early intervention". */
export const areaTitle = (area: string): string =>
  `${area.charAt(0).toUpperCase()}${area.slice(1).replaceAll('-', ' ')}`

/** The OpenAPI document of one area: its operations and their components. */
export const areaDocument = (document: OpenApiDocument, area: ContextName): OpenApiDocument => {
  const isOfArea = ([, { tags }]: [string, Tagged]) => tags.some((tag) => tag in TAGS[area])
  const paths = withEntries(document.paths, isOfArea)
  const webhooks = withEntries(document.webhooks, isOfArea)
  return {
    ...document,
    info: { ...document.info, title: `Therapy Care Platform API: ${areaTitle(area)}` },
    tags: document.tags.filter(({ name }) => name in TAGS[area]),
    'x-tagGroups': document['x-tagGroups'].filter(({ name }) => name === areaTitle(area)),
    paths,
    webhooks,
    components: {
      ...componentsOf(document, { paths, webhooks }),
      securitySchemes: document.components['securitySchemes'] ?? {},
    },
  }
}

/** Paths with the methods that are kept. A path without any is dropped. */
const withEntries = <Entry extends Tagged>(
  paths: Record<string, Record<string, Entry>>,
  isKept: (entry: [string, Entry]) => boolean,
): Record<string, Record<string, Entry>> =>
  Object.fromEntries(
    Object.entries(paths)
      .map(([path, methods]) => [path, Object.entries(methods).filter(isKept)] as const)
      .filter(([, methods]) => methods.length > 0)
      .map(([path, methods]) => [path, Object.fromEntries(methods)]),
  )

/** The components that a part of the document uses, directly or indirectly. */
const componentsOf = (
  { components }: OpenApiDocument,
  part: object,
): OpenApiDocument['components'] => {
  const needed = new Set<string>()
  const follow = (value: object) => {
    for (const [, kind, name] of JSON.stringify(value).matchAll(REFERENCE)) {
      const component = components[kind!]?.[name!]
      if (!component || needed.has(`${kind}/${name}`)) continue
      needed.add(`${kind}/${name}`)
      follow(component)
    }
  }
  follow(part)
  return Object.fromEntries(
    Object.entries(components).map(([kind, all]) => [
      kind,
      Object.fromEntries(Object.entries(all).filter(([name]) => needed.has(`${kind}/${name}`))),
    ]),
  )
}

const REFERENCE = /"#\/components\/(\w+)\/([^"]+)"/g
