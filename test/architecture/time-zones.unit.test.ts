import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** PostgreSQL's own time zone data, used past therapy.local_time and therapy.instant_of (docs/decisions/0236). */
const OWN_DATA =
  /AT TIME ZONE (?!'UTC')\S+|make_timestamptz\([^)]*,[^)]*,[^)]*,[^)]*,[^)]*,[^)]*,[^)]*\)|\bSET (?:LOCAL )?TIME ZONE (?!'UTC')\S+/gi

const COMPARES = 'domain/platform/core/time/zones-are-compared.ts'

test('SQL converts local times and instants with one pair of functions', () => {
  const files = globSync([
    '{activities,api,domain,providers,relay,worker}/**/*.ts',
    'prisma/functions/*.sql',
  ]).filter((file) => file !== COMPARES)
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(OWN_DATA)].map(([text]) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})
