import { createHold } from '#scheduling/holds/create-hold.ts'
import { CreateHold } from '#scheduling/holds/schemas.ts'
import { defineAction, done } from '../action.ts'

export const holdAppointment = defineAction({
  name: 'hold_appointment',
  title: 'Hold a slot',
  description: 'Holds a slot for a few minutes while a family is asked. No messages are sent.',
  parameters: CreateHold.omit({ override: true }),
  needs: ['holds:write', 'children:read'],
  writesToPeople: false,
  approval: 'NONE',
  perform: async (tx, parameters) => {
    const { id } = await createHold(tx, parameters)
    return done('slot held', { type: 'hold', id })
  },
})
