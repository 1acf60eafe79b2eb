import { customEvents } from '../events.ts'
import { defineAction, done } from '../action.ts'

const { payload } = customEvents['custom.emitted']

export const emitEvent = defineAction({
  name: 'emit_event',
  title: 'Send an event of the centre’s own',
  description:
    'To the webhook endpoints that subscribe to custom.emitted, by the name that the centre gives it.',
  parameters: payload.omit({ runId: true }),
  needs: ['webhook-endpoints:write'],
  writesToPeople: false,
  approval: 'NONE',
  preview: async (_, { name, data }) => ({ text: `${name}: ${JSON.stringify(data)}` }),
  perform: async (tx, parameters, { runId }) => {
    const subject = { type: 'tenant', id: tx.tenantId } as const
    tx.emit(customEvents['custom.emitted'], subject, { ...parameters, runId })
    return done('event sent', subject)
  },
})
