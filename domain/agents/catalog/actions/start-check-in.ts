import { SendFamilyCheckIn } from '#early-intervention/family-check-ins/schemas.ts'
import { sendFamilyCheckIn } from '#early-intervention/family-check-ins/send-family-check-in.ts'
import { actingParentsOf, guardiansNotified } from '#messaging/messages/recipient.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { defineAction, done } from '../action.ts'

export const startCheckIn = defineAction({
  name: 'start_check_in',
  title: 'Send a family check-in',
  description: 'Immediately sends a check-in of an early-intervention program by e-mail.',
  parameters: SendFamilyCheckIn,
  needs: ['family-check-ins:write', 'early-intervention:read', 'children:read'],
  writesToPeople: true,
  approval: 'REQUIRED',
  recipients: async (reader, { programId, clientId }) => {
    const program = await reader.db.earlyInterventionProgram.findFirst({
      where: inTenant(reader, programId),
      select: { childId: true },
    })
    const parents = program ? await actingParentsOf(reader, program.childId) : []
    return parents.map(({ id }) => id).filter((id) => clientId === undefined || id === clientId)
  },
  perform: async (tx, parameters) => {
    const { data } = await sendFamilyCheckIn(tx, parameters)
    return done(guardiansNotified(data), { type: 'program', id: parameters.programId })
  },
})
