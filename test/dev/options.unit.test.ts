import { expect, test } from 'vitest'

import { parseOptions } from '../../dev/options.ts'

test('without options, one API and one worker run on the .therapy folder of the checkout, with the demo', () => {
  expect(parseOptions([])).toMatchObject({
    json: false,
    demo: true,
    port: undefined,
    api: 1,
    worker: 1,
  })
  expect(parseOptions([]).dataDir).toMatch(/\/\.therapy$/)
})

test('--cluster runs two APIs and two workers, on data of its own', () => {
  const options = parseOptions(['--cluster'])
  expect(options).toMatchObject({ cluster: true, api: 2, worker: 2 })
  expect(options.dataDir).toMatch(/\/\.therapy-cluster$/)
  expect(parseOptions(['--cluster', '--worker', '4'])).toMatchObject({ api: 2, worker: 4 })
})

test('--json is for programs, so it books no demo appointment', () => {
  expect(parseOptions(['--json']).demo).toBe(false)
})

test.each([
  [['--port', '0'], '--port takes a whole number'],
  [['--port', '80a'], '--port takes a whole number'],
  [['--api', '0'], '--api takes a whole number'],
  [['--worker', '99'], '--worker takes a whole number'],
  [['--prot', '80'], "Unknown option '--prot'"],
  [['now'], 'Unexpected argument'],
])('%j is refused with a sentence that names it', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message)
})
