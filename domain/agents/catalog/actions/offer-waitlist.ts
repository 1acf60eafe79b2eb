import { createWaitlistEntry } from '#scheduling/waitlist/create-waitlist-entry.ts'
import { CreateWaitlistEntry } from '#scheduling/waitlist/schemas.ts'
import { defineAction, done } from '../action.ts'

export const offerWaitlist = defineAction({
  name: 'offer_waitlist',
  title: 'Put a child on the waitlist, and offer what is free',
  description:
    'What is free and wanted now is offered at once, to the family that has waited longest for such a slot; what becomes free later, then.',
  parameters: CreateWaitlistEntry.omit({ offerImmediately: true }),
  needs: ['appointments:write', 'children:read'],
  writesToPeople: true,
  approval: 'REQUIRED',
  perform: async (tx, parameters) => {
    const { id } = await createWaitlistEntry(tx, { ...parameters, offerImmediately: true })
    return done('on the waitlist', { type: 'waitlistEntry', id })
  },
})
