import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { DAY_MS, utc } from '#platform/core/time/time.ts'
import { loadPerson } from '#people/persons/person.ts'
import { erasureEvents } from './events.ts'
import { findBlockers } from './find-blockers.ts'
import { erasureRecord } from './record.ts'
import { assertNothingOpen, decide } from './rules.ts'
import { erasureApprovalWorkflow, personErasureWorkflow } from './workflows.ts'

/** Somebody else than who asked for it agrees: the days of grace begin. */
export const approveErasure = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, erasureRecord, {
    fields: async (before, tx) => {
      const status = decide('approve', before.status)
      await assertSecondPerson(tx, [before.createdBy], OWN_REQUEST, { isPerson: true })
      assertNothingOpen(await findBlockers(tx, await loadPerson(tx, before)))
      const startsAt = new Date(tx.now.getTime() + before.graceDays * DAY_MS)
      return { status, approvedBy: tx.actor.id, approvedAt: tx.now, startsAt }
    },
    effects: (tx, { id, childId, clientId, startsAt }) => {
      const facts = { erasureId: id, childId, clientId, startsAt: utc(startsAt!) }
      tx.emit(erasureEvents['erasure.scheduled'], { type: 'erasure', id }, facts)
      tx.wake(erasureApprovalWorkflow, id)
      tx.start(personErasureWorkflow, id)
    },
  })

const OWN_REQUEST =
  'You asked for this erasure yourself: have somebody else approve it, or cancel it.'
