import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import { newAppointment, refusal } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** What a family says about coming to an appointment. */

let api: TestApi
let client: ApiClient

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
})
afterAll(() => api[Symbol.asyncDispose]())

const verb = (id: string, name: string, json?: object) =>
  client.post<Appointment>(`/v1/appointments/${id}/${name}`, json)

test('a family confirms once and again after a new time, but not a cancelled appointment', async () => {
  const { id } = await newAppointment(client)
  const first = await verb(id, 'confirm-attendance')
  expect(first.body).toMatchObject({ status: 'CONFIRMED', version: 2 })
  expect(first.body.familyConfirmedAt).not.toBeNull()
  const again = await verb(id, 'confirm-attendance')
  expect(again.body).toEqual(first.body)

  const events = await api.query(
    `SELECT type FROM outbox WHERE subject_id = $1 AND type = 'appointment.attendance_confirmed'`,
    [id],
  )
  expect(events).toHaveLength(1)
  const changes = await client.get<{ data: { kind: string }[] }>(`/v1/appointments/${id}/changes`)
  expect(changes.body.data.map(({ kind }) => kind)).toEqual(['CONFIRM_ATTENDANCE'])

  const noted = await client.patch<Appointment>(`/v1/appointments/${id}`, {
    notes: 'Side entrance',
  })
  expect(noted.body.familyConfirmedAt).toBe(first.body.familyConfirmedAt)
  const moved = await verb(id, 'reschedule', { startsAt: '2027-01-12T10:00:00+01:00' })
  expect(moved.body.familyConfirmedAt).toBeNull()

  await verb(id, 'cancel', { initiator: 'CLIENT', reason: 'Ill' })
  expect(refusal(await verb(id, 'confirm-attendance'))).toEqual([409, 'invalid_transition'])
})
