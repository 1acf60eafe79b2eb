import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { buildOpenApi } from '../../api/documents/openapi.ts'
import { operations } from '../../api/resources/index.ts'

/** Intended violations of the strict rules, with the reason. */
const EXCEPTIONS: Record<string, string> = {
  'operation-4xx-response #/paths/~1readyz/get/responses':
    'A probe takes no parameters, credentials or limits: there is nothing to refuse.',
}

test('the document passes the strict rules of Redocly', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Responses are open (api/README.md), and problem examples show members of single codes.
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
    },
  })
  const source = JSON.stringify(buildOpenApi(operations))
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  const found = problems.map(
    ({ ruleId, message, location }) => [`${ruleId} ${location[0]?.pointer}`, message] as const,
  )
  expect(found.filter(([place]) => !(place in EXCEPTIONS))).toEqual([])
  expect(found.map(([place]) => place).toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted())
})

test('patterns compile without Unicode categories, as in Python', () => {
  const text = JSON.stringify(buildOpenApi(operations))
  const patterns = new Set(text.match(/(?<="pattern":)"(?:[^"\\]|\\.)*"/g))
  expect(patterns.size).toBeGreaterThan(100)
  for (const each of patterns) {
    const pattern = JSON.parse(each) as string
    expect(() => new RegExp(pattern)).not.toThrow()
    expect(pattern).not.toMatch(/\\[pPuk]|\(\?<|\(\?i/)
  }
})

test('a path with an id documents 404', () => {
  const { paths } = buildOpenApi(operations)
  const silent = Object.entries(paths)
    .filter(([path]) => path.includes('{'))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(
          ([, { responses }]) => !('404' in responses || '403' in responses || '410' in responses),
        )
        .map(([method]) => `${method} ${path}`),
    )
  // It does not reveal which accounts exist: an unverifiable signature is refused (400).
  expect(silent).toEqual(['post /payment-webhooks/{accountId}'])
})
