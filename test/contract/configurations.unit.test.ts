import { expect, test } from 'vitest'

import { operations } from '../../api/resources/index.ts'
import { BY_PERMISSION, configurationOf, CONFIGURATIONS } from './configurations.ts'

/** Members of an operation that its configuration ignores, with the reason. */
const BESIDE: Readonly<Record<string, string>> = {
  'id path tag tagAbout summary description example': 'names and documentation',
  'params query body response form': 'schemas: `bad-input.unit.test.ts` tries each',
  'permission permissions': 'each permission is asked for once',
  plansOnce: 'how PostgreSQL plans statements: `test/cost` counts the plans',
  'errors events run': 'the operation’s own work: `operations/` tries each',
}

const DISTINGUISHED =
  'method bodyOptional alsoNeeds prepare freshProof streams produces instead headers sunset status expansions'

const namesIn = (text: string): string[] => text.split(' ')

test('a configuration captures everything the pipeline depends on', () => {
  const members = new Set(operations.flatMap((operation) => Object.keys(operation)))
  const known = [...Object.keys(BESIDE), DISTINGUISHED].flatMap(namesIn)
  expect([...members].toSorted()).toEqual(known.toSorted())
})

test('every operation is represented, and every permission is covered', () => {
  const known = new Set(CONFIGURATIONS.map(({ configuration }) => configuration))
  expect(operations.filter((operation) => !known.has(configurationOf(operation)))).toEqual([])
  expect(known.size).toBeGreaterThan(50)
  expect(known.size).toBeLessThan(120)
  expect(new Set(operations.flatMap(({ permissions }) => permissions))).toEqual(
    new Set(BY_PERMISSION.keys()),
  )
})
