import { DomainError } from '#platform/core/errors/errors.ts'

/** Refuses an endpoint that gets no further deliveries. A paused endpoint gets them once it is resumed. */
export const assertDeliverable = (endpoint: {
  id: string
  status: string
  archivedAt: Date | null
}): void => {
  if (endpoint.archivedAt) throw refused('The endpoint was deleted.', endpoint.id)
  if (endpoint.status === 'DISABLED') {
    throw refused('The endpoint is disabled. Resume it before you redeliver events.', endpoint.id)
  }
}

const refused = (message: string, endpointId: string) =>
  new DomainError('endpoint_inactive', message, { extra: { endpointId } })
