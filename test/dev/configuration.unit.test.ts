import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ApiEnvironment } from '../../api/config.ts'
import { WorkerEnvironment } from '../../worker/config.ts'

const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
const rows = new Map(
  [...page.matchAll(/^\| `(?!TEMPORAL_)(\w+)`[^|]*\|([^|]*)\|([^|]*)\|/gm)].map(
    ([, name, api, worker]) => [
      name,
      { api: api?.trim() === 'yes', worker: worker?.trim() === 'yes' },
    ],
  ),
)

test.each([
  ['api', ApiEnvironment],
  ['worker', WorkerEnvironment],
] as const)(
  'docs/configuration.md names the variables that the %s reads, and no others',
  (process, schema) => {
    const documented = [...rows].filter(([, readers]) => readers[process]).map(([name]) => name)
    expect(new Set(documented)).toEqual(new Set(Object.keys(schema.shape)))
  },
)
