import { z } from 'zod'
import { patchChild } from '#people/children/patch-child.ts'
import { loadChild } from '#people/children/queries.ts'
import { loadLabel } from '#people/labels/queries.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { defineAction, done, skipped, type Action } from '../action.ts'

const Labelled = z.strictObject({ childId: idOf('child'), labelId: idOf('label') })

/** An action that adds or removes one label of a child. */
export const changeLabel = (
  about: Pick<Action, 'name' | 'title' | 'description'>,
  change: (labelIds: readonly string[], labelId: string) => string[],
  outcome: string,
): Action =>
  defineAction({
    ...about,
    parameters: Labelled,
    needs: ['children:write', 'children:read', 'labels:read'],
    writesToPeople: false,
    approval: 'NONE',
    perform: async (tx, { childId, labelId }) => {
      await lockRecord(tx, 'children', childId)
      const { labelIds: before } = await loadChild(tx, childId)
      const { id } = await loadLabel(tx, labelId)
      const labelIds = change(before, id)
      const subject = { type: 'child', id: childId } as const
      if (labelIds.length === before.length) return skipped('nothing to change', subject)
      await patchChild(tx, { id: childId, patch: { labelIds } })
      return done(outcome, subject)
    },
  })
