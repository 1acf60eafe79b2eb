/** Records of a centre, created over HTTP with the minimum each needs. */
import { expect } from 'vitest'
import type { ApiClient } from '../support/api.ts'

export interface Resource extends Record<string, unknown> {
  id: string
  version: number
}

export interface Page {
  data: Resource[]
  nextCursor: string | null
  hasMore: boolean
}

interface Problem {
  code: string
  detail: string
  errors?: { path: string; code: string; message: string }[]
  allowed?: string[]
}

/** Creates a record, which must succeed, and returns it. */
export const create = async (client: ApiClient, path: string, json: object): Promise<Resource> => {
  const { status, body } = await client.post<Resource>(path, json)
  expect(body).toMatchObject({ id: expect.any(String) })
  expect(status).toBe(201)
  return body
}

/** The refusal of a request: its status, code and issues as `path: code`. */
export const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { code, errors } = body as Problem
  return [status, code, ...(errors ?? []).map((issue) => `${issue.path}: ${issue.code}`)]
}

export const newLocation = (client: ApiClient, more = {}) =>
  create(client, '/v1/locations', { name: 'Mitte', timeZone: 'Europe/Berlin', ...more })

export const newRoom = (client: ApiClient, locationId: string, more = {}) =>
  create(client, '/v1/rooms', { locationId, name: 'Room 1', ...more })

export const newService = (client: ApiClient, more = {}) =>
  create(client, '/v1/services', {
    code: 'THERAPY_SESSION',
    defaultForType: !('code' in more),
    name: 'Therapy session',
    durationMinutes: 45,
    amount: 8500,
    ...more,
  })

export const newProvider = (client: ApiClient, more = {}) =>
  create(client, '/v1/providers', { name: 'Ana Ruiz', ...more })

export const newClient = (client: ApiClient, more = {}) =>
  create(client, '/v1/clients', { name: 'Mara Weiss', ...more })

export const newChild = (client: ApiClient, more = {}) =>
  create(client, '/v1/children', {
    firstName: 'Lena',
    lastName: 'Weiss',
    birthDate: '2021-04-30',
    ...more,
  })

export const newPet = (client: ApiClient, clientId: string, more = {}) =>
  create(client, '/v1/pets', { clientId, name: 'Balu', species: 'dog', ...more })

/** A booked appointment of a priced service, with its records. */
export const newAppointment = async (client: ApiClient) => {
  await newService(client)
  const { id: locationId } = await newLocation(client)
  const { id: providerId } = await newProvider(client, { locationIds: [locationId] })
  const { id: childId } = await newChild(client)
  return create(client, '/v1/appointments', {
    childId,
    providerId,
    type: 'THERAPY_SESSION',
    startsAt: '2026-12-01T10:00:00+01:00',
  })
}
