import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Hono } from 'hono'
import {
  digestOf,
  IMMUTABLE,
  makeAsset,
  REVALIDATED,
  serveAsset,
  type Asset,
} from '../documents/assets.ts'
import { changelogPage } from '../documents/changelog.ts'
import { errorsPage } from '../documents/errors-page.ts'
import {
  REFERENCE_POLICY,
  referencePage,
  SCALAR_SCRIPT,
  START_SCRIPT,
  STATIC_PAGE_POLICY,
} from '../documents/reference-page.ts'
import type { HttpEnv } from '../http/call.ts'
import type { Services } from '../services.ts'

const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const JSON_TYPE = 'application/json'

/** Public: what this API is, for people and for machines. Everything is made once, when first asked for. */
export const mountDocuments = (app: Hono<HttpEnv>, _services: Services): void => {
  const serve = (path: string, make: () => Promise<Asset>) => {
    const asset = once(make)
    app.get(path, async (c) => serveAsset(c, await asset()))
  }
  serve('/openapi.json', () => committed('openapi.json'))
  serve('/postman.json', () => committed('postman.json'))
  serve('/v1/changelog', () =>
    makeAsset(JSON.stringify(changelogPage()), { type: JSON_TYPE, cacheControl: REVALIDATED }),
  )
  serve('/docs', () =>
    makeAsset(referencePage({ scalar: SCALAR_PATH, start: START_PATH }), {
      type: HTML,
      cacheControl: REVALIDATED,
      policy: REFERENCE_POLICY,
    }),
  )
  serve('/docs/errors', () =>
    makeAsset(errorsPage(), {
      type: HTML,
      cacheControl: REVALIDATED,
      policy: STATIC_PAGE_POLICY,
    }),
  )
  serve(START_PATH, () => makeAsset(START_SCRIPT, { type: SCRIPT, cacheControl: IMMUTABLE }))
  serve(SCALAR_PATH, async () =>
    makeAsset(await readFile(new URL(`../../${SCALAR_SCRIPT}`, import.meta.url)), {
      type: SCRIPT,
      cacheControl: IMMUTABLE,
    }),
  )
}

/** Immutable, so their paths change with what they are. */
const SCALAR_PATH = `/docs/scalar-${scalarVersion()}.js`
const START_PATH = `/docs/start-${digestOf(START_SCRIPT)}.js`

function scalarVersion(): string {
  const manifest = new URL('../../node_modules/@scalar/api-reference/package.json', import.meta.url)
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

/** The committed bytes: what is served is what was reviewed. */
const committed = async (name: string): Promise<Asset> =>
  makeAsset(await readFile(new URL(`../${name}`, import.meta.url)), {
    type: JSON_TYPE,
    cacheControl: REVALIDATED,
  })

/** Made at the first call; made again after a failure. */
const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  return (): Promise<T> =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}
