/** The table of routes that need no access token, against the router. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../api/app.ts'
import { routerPath } from '../../api/endpoints/public-route.ts'
import { PUBLIC_ROUTES } from '../../api/endpoints/public-routes.ts'
import { notTaken } from '../../api/http/mount.ts'
import { operations } from '../../api/resources/index.ts'
import { startApi, type TestApi } from '../support/api.ts'

const UI = 'https://temporal.example.com'
let api: TestApi

beforeAll(async () => {
  api = await startApi({ operatorUiOrigin: UI })
})

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

describe('the router', () => {
  const EVERY_METHOD = 'ALL'
  const nameOf = ({ method, path }: { method: string; path: string }) =>
    `${method.toUpperCase()} ${path}`
  const isRoute = ({ method, handler }: { method: string; handler: unknown }) =>
    method !== EVERY_METHOD && handler !== notTaken
  const isOperation = new Set(operations.map((it) => nameOf({ ...it, path: routerPath(it) })))

  test('has the operations and the public routes, each once, and nothing else', () => {
    const routes = createApp(api.services).routes.filter(isRoute).map(nameOf)
    const declared = PUBLIC_ROUTES.map((it) => nameOf({ ...it, path: routerPath(it) }))
    expect(declared.length).toBeGreaterThan(20)
    expect(routes.toSorted()).toEqual([...isOperation, ...declared].toSorted())
  })

  test('serves before authentication what is in the table, and operations behind it', () => {
    const { routes } = createApp(api.services)
    const names = routes.filter(isRoute).map(nameOf)
    const firstOperation = names.findIndex((name) => isOperation.has(name))
    expect(firstOperation).toBe(PUBLIC_ROUTES.length)
    const middleware = routes.flatMap(({ method }, at) => (method === EVERY_METHOD ? [at] : []))
    expect(middleware).toEqual([0, PUBLIC_ROUTES.length + 1, PUBLIC_ROUTES.length + 2])
  })

  test('has no codec without a Temporal UI to serve', async () => {
    const { operatorUiOrigin: _, ...services } = api.services
    const paths = createApp(services).routes.map(({ path }) => path)
    expect(paths).toContain('/oauth/token')
    expect(paths.filter((path) => path.startsWith('/codec/'))).toEqual([])
  })
})
