import { createWaitlistEntry } from '#scheduling/waitlist/create-waitlist-entry.ts'
import { CreateWaitlistEntry } from '#scheduling/waitlist/schemas.ts'
import { defineAction, done } from '../action.ts'
import { guardianIds } from './guardian-ids.ts'

export const offerWaitlist = defineAction({
  name: 'offer_waitlist',
  title: 'Add a child to the waitlist and offer free slots',
  description:
    'Offers free slots to the family that has waited longest for such a slot, now and whenever other slots become free.',
  parameters: CreateWaitlistEntry.omit({ offerImmediately: true }),
  needs: ['appointments:write', 'children:read'],
  writesToPeople: true,
  approval: 'REQUIRED',
  recipients: guardianIds,
  perform: async (tx, parameters) => {
    const { id } = await createWaitlistEntry(tx, { ...parameters, offerImmediately: true })
    return done('on the waitlist', { type: 'waitlistEntry', id })
  },
})
