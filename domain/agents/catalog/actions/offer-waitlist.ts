import { createWaitlistEntry } from '#scheduling/waitlist/create-waitlist-entry.ts'
import { CreateWaitlistEntry } from '#scheduling/waitlist/schemas.ts'
import { defineAction, done } from '../action.ts'

export const offerWaitlist = defineAction({
  name: 'offer_waitlist',
  title: 'Put a child on the waitlist, and offer what is free',
  description:
    'Offers free slots to the family that has waited longest for such a slot: now, and when others become free.',
  parameters: CreateWaitlistEntry.omit({ offerImmediately: true }),
  needs: ['appointments:write', 'children:read'],
  writesToPeople: true,
  approval: 'REQUIRED',
  perform: async (tx, parameters) => {
    const { id } = await createWaitlistEntry(tx, { ...parameters, offerImmediately: true })
    return done('on the waitlist', { type: 'waitlistEntry', id })
  },
})
