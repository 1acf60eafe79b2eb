import { createHold } from '#scheduling/holds/create-hold.ts'
import { CreateHold } from '#scheduling/holds/schemas.ts'
import { defineAction, done } from '../action.ts'

export const holdAppointment = defineAction({
  name: 'hold_appointment',
  title: 'Hold a slot',
  description: 'Keeps a slot for some minutes, for a family that is asked. Nobody is written to.',
  parameters: CreateHold.omit({ override: true }),
  needs: ['holds:write', 'children:read'],
  writesToPeople: false,
  approval: 'NONE',
  perform: async (tx, parameters) => {
    const { id } = await createHold(tx, parameters)
    return done('slot held', { type: 'hold', id })
  },
})
