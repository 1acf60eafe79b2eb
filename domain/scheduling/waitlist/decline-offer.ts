import { offerMoves } from './moves.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import type { Context } from '#platform/core/context/context.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { reportReleased } from '../holds/report-released.ts'
import { giveUpHold } from '../holds/give-up-hold.ts'
import { endOffer } from './end-offer.ts'
import { lockOffer } from './lock-offer.ts'
import { toWaitlistOffer, type WaitlistOffer } from './schemas.ts'

/** Declines an offer: the slot is offered to the next entry, and this entry keeps waiting. */
export const declineOffer = (ctx: Context, { id, version }: RecordRef): Promise<WaitlistOffer> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const { offer } = await lockOffer(tx, id)
    assertVersion(offer, version)
    assertMove(offerMoves, 'decline', offer)
    const after = await endOffer(tx, offer, 'decline')
    await reportReleased(tx, await giveUpHold(tx, offer.appointmentId), 'RELEASED')
    return toWaitlistOffer(after)
  })
