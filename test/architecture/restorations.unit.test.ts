import { expect, test } from 'vitest'
import { restorationOf } from '#platform/core/records/references.ts'
import { RECORDS, type Referable } from '#vocabulary/resources.ts'
import { operations } from '../../api/resources/index.ts'

/** The errors of references to archived records name the operation that restores them. */
const restorable = new Set(
  operations.filter(({ path }) => path.endsWith('/restore')).map(({ path }) => `POST ${path}`),
)

const referable = Object.entries(RECORDS)
  .filter(([, record]) => 'referable' in record && record.referable)
  .map(([entity]) => entity as Referable)

test('there are records to which others refer', () => expect(referable.length).toBeGreaterThan(10))

/** Those that cannot be restored. */
const REMOVED = ['webhookEndpoint']

test.each(REMOVED)('an archived %s cannot be restored', (entity) =>
  expect(restorationOf(entity as Referable, '{id}')).toBeUndefined(),
)

test.each(referable.filter((it) => !REMOVED.includes(it)))(
  'a reference to an archived %s names an operation',
  (entity) => {
    expect(restorable).toContain(restorationOf(entity, '{id}'))
  },
)
