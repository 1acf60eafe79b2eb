import { describe, expect, test } from 'vitest'

import { CALL_FACTS } from '#platform/core/audit/changes.ts'
import { ID_PREFIXES } from '#platform/core/records/ids.ts'
import type { Operation } from '../../../api/http/operation.ts'
import type { TestApi } from '../../support/api.ts'

/** Compares the audit entries with each other after all operations ran. */
export const testAuditTrail = (tested: readonly Operation[], scene: () => TestApi): void => {
  describe('the audit trail', () => {
    interface Told {
      action: string
      subjectType: string | null
      subjectId: string | null
      changes: Record<string, { from: unknown; to: unknown }>
    }
    /** The entries of each record, in order. */
    const trail = () =>
      scene().query<Told>(
        `SELECT action, subject_type AS "subjectType", subject_id AS "subjectId", changes
         FROM (SELECT seq, 0 AS place, action, subject_type, subject_id, changes - 'also' AS changes
               FROM audit_entries
               UNION ALL
               SELECT seq, place, action, part->>'subjectType', part->>'subjectId', part->'changes'
               FROM audit_entries CROSS JOIN LATERAL
                 jsonb_array_elements(changes->'also') WITH ORDINALITY AS also(part, place)) AS told
         ORDER BY seq, place`,
      )

    test('names kinds of records as their ids do', async () => {
      const entries = await trail()
      const actions = new Set(entries.map(({ action }) => action))
      expect(tested.filter(({ id }) => !actions.has(id))).toEqual([])
      const types = new Set(entries.map(({ subjectType }) => subjectType))
      expect(types.size).toBeGreaterThan(10)
      expect([...types].filter((it) => it !== null && !(it in ID_PREFIXES))).toEqual([])
    })

    test('records the previous value if an earlier entry has one', async () => {
      const known = new Map<string, unknown>()
      const forgotten = new Set<string>()
      for (const { action, subjectType, subjectId, changes } of await trail()) {
        for (const [member, { from, to }] of Object.entries(changes)) {
          if (member === CALL_FACTS) continue
          const key = `${subjectId} ${member}`
          if (from === null && (known.get(key) ?? null) !== null)
            forgotten.add(`${action}: ${subjectType}.${member}`)
          known.set(key, to)
        }
      }
      expect(known.size).toBeGreaterThan(500)
      expect([...forgotten]).toEqual([])
    })
  })
}
