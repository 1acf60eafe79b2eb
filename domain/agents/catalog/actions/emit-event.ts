import { assertReferences } from '#platform/core/records/references.ts'
import { customEvents } from '../events.ts'
import { defineAction, done } from '../action.ts'

const { payload } = customEvents['custom.emitted']

export const emitEvent = defineAction({
  name: 'emit_event',
  title: 'Send a custom event of the centre',
  description:
    'Sends an event with a name of the centre’s own to the webhook endpoints that subscribe to custom.emitted, or to one endpoint regardless of its subscriptions. It is signed and retried like any other event.',
  parameters: payload
    .omit({ runId: true })
    .extend({ endpointId: payload.shape.endpointId.default(null) }),
  needs: ['webhook-endpoints:write'],
  writesToPeople: false,
  approval: 'NONE',
  preview: async (reader, { name, data, endpointId }) => {
    await assertReferences(reader, 'webhookEndpoint', { endpointId })
    return { text: `${name}: ${JSON.stringify(data)}${endpointId ? ` to ${endpointId}` : ''}` }
  },
  perform: async (tx, parameters, { runId }) => {
    await assertReferences(tx, 'webhookEndpoint', { endpointId: parameters.endpointId })
    const subject = { type: 'tenant', id: tx.tenantId } as const
    tx.emit(customEvents['custom.emitted'], subject, { ...parameters, runId })
    return done('event sent', subject)
  },
})
