import { describe, expect, test } from 'vitest'

import type { Operation } from '../../../api/http/operation.ts'
import { operations } from '../../../api/resources/index.ts'
import { expectProblem } from '../expectations.ts'
import { validCall } from '../scenarios.ts'
import { requestOf, type Call, type World } from '../world.ts'

/** Lists within one record whose scenario has a single row. */
const OF_ONE_ROW = new Set([
  'listAppointmentImportRows',
  'listChildDisclosures',
  'listGroupWaitlistEntries',
  'listAssessmentInstrumentEditions',
  'listGoalMeasurements',
  'listNotesOfSession',
  // A centre has one payment account at a time.
  'listPaymentAccounts',
])
/** Paged operations whose valid call has more than one row. */
export const PAGED = operations
  .filter(({ query }) => query && 'shape' in query && 'cursor' in (query.shape as object))
  .filter(({ id }) => !OF_ONE_ROW.has(id))

/** Tests paging after all operations ran, when there are enough rows. */
export const testPages = (
  tested: readonly Operation[],
  scene: () => { mine: World; theirs: World },
): void => {
  const paged = PAGED.filter((operation) => tested.includes(operation))
  if (paged.length === 0) return

  describe('pages', () => {
    test.each(paged.map((operation) => ({ id: operation.id, operation })))(
      'of $id refuse a cursor of another tenant',
      async ({ operation }) => {
        const { mine, theirs } = scene()
        const { params, query: asked } = await validCall(operation, mine)
        const call: Call = { ...(params && { params }), query: { ...asked, limit: '1' } }
        const page = await mine.client.send<{ nextCursor: string | null }>(
          requestOf(operation, call),
        )
        expect(page.status, page.text).toBe(200)
        const cursor = page.body.nextCursor
        expect(cursor).not.toBeNull()
        const query = { ...asked, limit: '1', cursor: cursor! }
        const answer = await theirs.client.send(
          requestOf(operation, { ...(await validCall(operation, theirs)), query }),
        )
        expectProblem(answer, 'invalid_cursor', 'cursor')
      },
    )
  })
}
