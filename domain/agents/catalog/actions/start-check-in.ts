import { SendFamilyCheckIn } from '#early-intervention/family-check-ins/schemas.ts'
import { sendFamilyCheckIn } from '#early-intervention/family-check-ins/send-family-check-in.ts'
import { guardiansNotified } from '#messaging/messages/recipient.ts'
import { defineAction, done } from '../action.ts'

export const startCheckIn = defineAction({
  name: 'start_check_in',
  title: 'Send a family check-in',
  description: 'Immediately sends a check-in of an early-intervention program by e-mail.',
  parameters: SendFamilyCheckIn,
  needs: ['family-check-ins:write', 'early-intervention:read', 'children:read'],
  writesToPeople: true,
  approval: 'REQUIRED',
  perform: async (tx, parameters) => {
    const { data } = await sendFamilyCheckIn(tx, parameters)
    return done(guardiansNotified(data), { type: 'program', id: parameters.programId })
  },
})
