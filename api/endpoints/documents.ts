import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { accepts } from 'hono/accepts'
import type { ContextName } from '../../domain/contexts.ts'
import { areaDocument } from '../documents/area-document.ts'
import {
  digestOf,
  IMMUTABLE,
  makeAsset,
  REVALIDATED,
  serveAsset,
  type Asset,
} from '../documents/assets.ts'
import { builtDocuments, type BuiltDocuments } from '../documents/built-documents.ts'
import { changelogPage } from '../documents/changelog.ts'
import { TAGS } from '../documents/description.ts'
import { errorsPage } from '../documents/errors-page.ts'
import type { OpenApiDocument } from '../documents/openapi-document.ts'
import { guidePage } from '../documents/guide-page.ts'
import { once } from '../documents/once.ts'
import { PAGES, readingPath } from '../documents/pages.ts'
import { sectionsOf } from '../documents/page-sections.ts'
import { INDEX_POLICY, referenceIndex } from '../documents/reference-index.ts'
import {
  REFERENCE_POLICY,
  referencePage,
  SCALAR_SCRIPT,
  START_SCRIPT,
} from '../documents/reference-page.ts'
import { STATIC_PAGE_POLICY } from '../documents/static-page-policy.ts'
import { llmsText, startDocument, startPage } from '../documents/start-page.ts'
import { NOT_STORED, readiness } from './health.ts'
import type { Serve } from './public-route.ts'

const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json'

/** These files never change, so their paths contain their hash. */
export const SCALAR_PATH = `/docs/scalar-${scalarVersion()}.js`
export const START_PATH = `/docs/start-${digestOf(START_SCRIPT)}.js`

function scalarVersion(): string {
  const manifest = new URL('../../node_modules/@scalar/api-reference/package.json', import.meta.url)
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

/** Serves public documents for people and programs. Each is created at its first use. */
const serving = (make: () => Promise<Asset>): Serve => {
  const asset = once(make)
  return async (_, c) => serveAsset(c, await asset())
}

const serveBuilt = (name: keyof BuiltDocuments): Serve =>
  serving(async () =>
    makeAsset((await builtDocuments())[name], { type: JSON_TYPE, cacheControl: REVALIDATED }),
  )

export const serveDescription = serveBuilt('openapi')

/** Matches an area in a path. */
export const AREA = Object.keys(TAGS).join('|')

const description = once(
  async () => JSON.parse((await builtDocuments()).openapi) as OpenApiDocument,
)

/** The document of the area in the path. */
const byArea = (make: (area: ContextName) => Promise<Asset>): Serve => {
  const areas = new Map(
    (Object.keys(TAGS) as ContextName[]).map((area) => [area as string, serving(() => make(area))]),
  )
  return (services, c, action) => areas.get(c.req.param('area')!)!(services, c, action)
}

export const serveArea = byArea(async (area) =>
  makeAsset(JSON.stringify(areaDocument(await description(), area)), {
    type: JSON_TYPE,
    cacheControl: REVALIDATED,
  }),
)

export const serveCollection = serveBuilt('postman')
export const serveChangelog = serving(() =>
  makeAsset(JSON.stringify(changelogPage()), { type: JSON_TYPE, cacheControl: REVALIDATED }),
)
/** Sends HTML to browsers and Markdown to other clients. */
function byAccept(drawn: Serve, markdown: Serve): Serve {
  return async (services, c, action) => {
    const supports = ['text/markdown', 'text/html']
    const type = accepts(c, { header: 'Accept', supports, default: 'text/markdown' })
    const response = await (type === 'text/html' ? drawn : markdown)(services, c, action)
    response.headers.append('Vary', 'Accept')
    return response
  }
}

/** `/`: sends HTML to browsers and links to other clients. */
export const serveStart: Serve = async (services, c) => {
  const { status } = await readiness(services)
  const type = accepts(c, {
    header: 'Accept',
    supports: [JSON_TYPE, 'text/html'],
    default: JSON_TYPE,
  })
  const headers = { ...NOT_STORED, Vary: 'Accept' }
  if (type === JSON_TYPE) return c.json(startDocument(status), 200, headers)
  return c.html(startPage(status), 200, {
    ...headers,
    'Content-Security-Policy': STATIC_PAGE_POLICY,
  })
}
export const serveLlmsText = serving(() =>
  makeAsset(llmsText(), { type: TEXT, cacheControl: REVALIDATED }),
)

/** The committed pages of docs/, served under their own paths so that their links work. */
const pages = new Map<string, Serve>(
  PAGES.flatMap(({ path }) => {
    const source = () => readFile(new URL(`../..${path}`, import.meta.url))
    const markdown = serving(async () =>
      makeAsset(await source(), { type: TEXT, cacheControl: REVALIDATED }),
    )
    const drawn = serving(async () =>
      makeAsset(guidePage(path, String(await source())), {
        type: HTML,
        cacheControl: REVALIDATED,
        policy: STATIC_PAGE_POLICY,
      }),
    )
    return [
      [path, markdown],
      [readingPath(path), byAccept(drawn, markdown)],
    ]
  }),
)
export const servePage: Serve = (services, c, action) => pages.get(c.req.path)!(services, c, action)

/** The page about errors has a special form without Markdown sections. */
const indexedPages = () =>
  Promise.all(
    PAGES.map(async ({ path, about }) => {
      const sections = sectionsOf(
        path,
        String(await readFile(new URL(`../..${path}`, import.meta.url))),
      )
      return { about, sections: path === '/docs/errors.md' ? sections.slice(0, 1) : sections }
    }),
  )

export const serveReferenceIndex = serving(async () =>
  makeAsset(referenceIndex(await description(), await indexedPages()), {
    type: HTML,
    cacheControl: REVALIDATED,
    policy: INDEX_POLICY,
  }),
)
export const serveReference = byArea((area) =>
  makeAsset(referencePage(area, { scalar: SCALAR_PATH, start: START_PATH }), {
    type: HTML,
    cacheControl: REVALIDATED,
    policy: REFERENCE_POLICY,
  }),
)
export const serveErrorGuide = serving(() =>
  makeAsset(errorsPage(), { type: HTML, cacheControl: REVALIDATED, policy: STATIC_PAGE_POLICY }),
)
export const serveStartScript = serving(() =>
  makeAsset(START_SCRIPT, { type: SCRIPT, cacheControl: IMMUTABLE }),
)
export const serveScalar = serving(async () =>
  makeAsset(await readFile(new URL(`../../${SCALAR_SCRIPT}`, import.meta.url)), {
    type: SCRIPT,
    cacheControl: IMMUTABLE,
  }),
)
