import { offerMoves } from './moves.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import type { Context } from '#platform/core/context/context.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createAppointment } from '../appointments/create-appointment.ts'
import { tellOfArrangement } from '../appointments/tell-of-arrangement.ts'
import { endOffer } from './end-offer.ts'
import { lockOffer } from './lock-offer.ts'
import { toWaitlistOffer, type WaitlistOffer } from './schemas.ts'

/** Books the hold of an offer like any other. Of several simultaneous calls only one succeeds. */
export const acceptOffer = (ctx: Context, { id, version }: RecordRef): Promise<WaitlistOffer> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const { offer, hold } = await lockOffer(tx, id)
    assertVersion(offer, version)
    assertMove(offerMoves, 'accept', offer)
    const { holdId, childId, providerId, startsAt } = hold
    const booked = await createAppointment(tx, { holdId, childId, providerId, startsAt })
    await tellOfArrangement(tx, booked, 'WAITLIST')
    return toWaitlistOffer(await endOffer(tx, offer, 'accept'))
  })
