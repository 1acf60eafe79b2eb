/** A family that requests an erasure over HTTP. */
import { expect } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { advanceErasure } from '#privacy/erasures/advance-erasure.ts'
import { approveAsAnother } from './schedule-erasure.ts'
import type { Erasure, ErasurePlan } from '#privacy/erasures/schemas.ts'
import { create, newChild, newClient, newLocation, newProvider } from '../../resources/centre.ts'
import type { ApiClient, TestApi } from '../../support/api.ts'

export const reason = 'The family asks to be forgotten.'

/** A child with one session and a signed note, and a guardian. */
export const aFamily = async (api: TestApi) => {
  const centre = await api.createTenant()
  const child = await newChild(centre, { alerts: [{ kind: 'ALLERGY', text: 'Peanuts' }] })
  const guardian = await newClient(centre, { email: 'mara@example.com', phone: '+49301234567' })
  const guardianship = await create(centre, '/v1/guardianships', {
    childId: child.id,
    clientId: guardian.id,
    relationship: 'mother',
    legal: true,
  })
  const { id: locationId } = await newLocation(centre)
  const { id: providerId } = await newProvider(centre, { locationIds: [locationId] })
  const session = await create(centre, '/v1/sessions', {
    childId: child.id,
    providerId,
    startedAt: '2026-11-20T09:00:00Z',
    endedAt: '2026-11-20T09:45:00Z',
  })
  const note = await create(centre, `/v1/sessions/${session.id}/notes`, { plan: 'p', sign: true })
  return { centre, child, guardian, guardianship, session, note, providerId }
}

export const ask = async (client: ApiClient, body: object, query = '') =>
  client.post<ErasurePlan>(`/v1/erasures${query}`, { reason, ...body })

export const asked = async (client: ApiClient, body: object): Promise<Erasure> => {
  const { body: plan, status, text } = await ask(client, body)
  expect(status, text).toBe(201)
  return { ...plan, id: plan.id! }
}

/** Requested by the key and approved by another person. */
export const scheduled = async (api: TestApi, client: ApiClient, body: object) =>
  approveAsAnother(contextOf(api, client), (await asked(client, body)).id)

/** Like its workflow. */
export const advance = (api: TestApi, client: ApiClient, id: string) =>
  advanceErasure(contextOf(api, client), { id })

const contextOf = (api: TestApi, { tenantId }: ApiClient) =>
  systemContext(api.services.platform, { tenantId, action: 'advanceErasure' })

export const shown = async (client: ApiClient, id: string) =>
  (await client.get<Erasure>(`/v1/erasures/${id}`)).body

export const newOrder = (client: ApiClient, childId: string) =>
  create(client, '/v1/orders', {
    childId,
    currency: 'EUR',
    lines: [{ description: 'Session', quantity: 1, unitAmount: 100 }],
  })
