import { assertNotJustSent } from '#platform/core/access/assert-not-just-sent.ts'
import type { Context } from '#platform/core/context/context.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { askFamily } from './ask-family.ts'
import { ifspMoves } from './moves.ts'
import { ifspRecord } from './record.ts'

/** Asks the family to sign, again or for the first time. Each person gets a new link. */
export const askIfsp = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, ifspRecord, ifspMoves, 'ask', {
    fields: ({ askedAt, status }, tx) => {
      assertNotJustSent('The request', askedAt, { now: tx.now, status })
      return { askedAt: tx.now }
    },
    effects: askFamily,
  })
