import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { USUAL_SIZES, workerSizes } from '#registry/environment/worker-sizes.ts'

const setting = workerSizes()

test('WORKER_SIZES changes only the sizes it names', () => {
  expect(setting.parse(undefined)).toEqual(USUAL_SIZES)
  expect(setting.parse(' care.activities=80, bulk.activities=8,')).toEqual({
    ...USUAL_SIZES,
    'care.activities': 80,
    'bulk.activities': 8,
  })
})

test.each([
  ['care', /'care' is not <queue>\.<what>=<count>; names are care\.workflows/],
  ['care.activities=0', /is not <queue>/],
  ['care.activities=99999', /counts 1 to 10000/],
  ['care.workflows=1', /for workflows and cached from 2/],
  ['constructor=3', /is not <queue>/],
  ['parsers.cached=3', /is not <queue>/],
  ['bulk.workflows=21', /bulk\.workflows=21 is more than bulk\.cached=20/],
])('WORKER_SIZES=%s is refused', (text, why) => {
  expect(() => setting.parse(text)).toThrow(why)
})

test('the table in docs/configuration.md lists the default sizes', async () => {
  const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
  const rows = [
    ...page.matchAll(
      /^\| `(care|couriers|agents|bulk|knowledge|parsers|slow-parsers)` \| (\d*) ?\| (\d+) \| (\d*) ?\|/gm,
    ),
  ]
  const said = rows.flatMap(([, queue, workflows, activities, cached]) =>
    Object.entries({ workflows, activities, cached }).flatMap(([what, count]) =>
      count ? [[`${queue}.${what}`, Number(count)]] : [],
    ),
  )
  expect(Object.fromEntries(said)).toEqual(USUAL_SIZES)
})
