import { expect, test } from 'vitest'
import { PUBLIC_PATHS } from '../../api/documents/public-paths.ts'
import { PUBLIC_ROUTES } from '../../api/endpoints/public-routes.ts'

test('the document describes only served routes', () => {
  const served = new Set(PUBLIC_ROUTES.map(({ method, path }) => `${method} ${path}`))
  const described = Object.entries(PUBLIC_PATHS).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.length).toBeGreaterThan(25)
  expect(described.filter((route) => !served.has(route))).toEqual([])
})
