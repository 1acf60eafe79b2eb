import path from 'node:path'

import { createConfig, lint } from '@redocly/openapi-core'
import { expect, test } from 'vitest'

const OPENAPI = path.join(import.meta.dirname, '../../api/openapi.json')

/** What the strict rules find and we want as it is, with the reason. */
const EXCEPTIONS: Record<string, string> = {
  'operation-4xx-response #/paths/~1readyz/get/responses':
    'A probe takes no parameters, credentials or limits: there is nothing to refuse.',
}

test('the committed document passes the strict rules of Redocly', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Answers are open (docs/decisions/0081), and examples of problems show members of single codes.
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
    },
  })
  const problems = await lint({ ref: OPENAPI, config })
  const found = problems.map(
    ({ ruleId, message, location }) => [`${ruleId} ${location[0]?.pointer}`, message] as const,
  )
  expect(found.filter(([place]) => !(place in EXCEPTIONS))).toEqual([])
  expect(found.map(([place]) => place).toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted())
})
