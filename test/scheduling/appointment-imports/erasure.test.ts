import { afterAll, beforeAll, expect, test } from 'vitest'
import { carryOutImport } from '#scheduling/appointment-imports/carry-out-import.ts'
import type { AppointmentImport } from '#scheduling/appointment-imports/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { advanceErasure } from '#privacy/erasures/advance-erasure.ts'
import type { ErasurePlan } from '#privacy/erasures/schemas.ts'
import { newChild, newClient, newLocation, newProvider } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { carryOut } from '../../support/imports.ts'
import { approveAsAnother } from '../../privacy/erasures/schedule-erasure.ts'

/** What remains of an erased person in files: in their own rows, and in rows that name them. */

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const HEADER = 'external_id,child,provider,start,duration,notes'

const openCentre = async () => {
  const client = await api.createTenant()
  const location = await newLocation(client)
  await newProvider(client, { name: 'Ana Ruiz', locationIds: [location.id] })
  const { platform } = api.services
  const ctx = systemContext(platform, { tenantId: client.tenantId, action: 'test' })
  const upload = async (...rows: string[]) => {
    const content = [HEADER, ...rows].join('\n')
    const json = { name: 'a.csv', format: 'CSV', content }
    return (await client.post<AppointmentImport>('/v1/appointment-imports', json)).body
  }
  const erase = async (named: object) => {
    const json = { ...named, reason: 'asked', graceDays: 0 }
    const plan = await client.post<ErasurePlan>('/v1/erasures?dryRun=true', json)
    const { body } = await client.post<ErasurePlan>('/v1/erasures', json)
    await approveAsAnother(ctx, body.id!)
    await advanceErasure(ctx, { id: body.id! })
    const after = await client.get<ErasurePlan>(`/v1/erasures/${body.id}`)
    expect(after.body).toMatchObject({ status: 'COMPLETED', retained: [] })
    return { planned: plan.body.records, erased: after.body.erased }
  }
  const sources = async () =>
    (
      await api.query<{ source: { external_id: string } | null }>(
        'SELECT source FROM appointment_import_rows WHERE tenant_id = $1 ORDER BY import_id, number',
        [client.tenantId],
      )
    ).map(({ source }) => source?.external_id ?? null)
  return { client, ctx, upload, erase, sources }
}

test('rows with a recognized child name the child, whatever else is wrong', async () => {
  const { client, ctx, upload } = await openCentre()
  const { id: childId } = await newChild(client, { firstName: 'Lena', lastName: 'Weissbrot' })
  const made = await upload(
    '1,Lena Weissbrot,Ana Ruiz,31.02.2027 10:00,45,',
    '2,Lena Weissbrot,Nobody,2027-02-01 10:00,45,',
    '3,Lena Weissbrot,Ana Ruiz,2027-02-01 10:00,2,',
  )
  await carryOut(ctx, made)
  const rows = await client.get<{ data: object[] }>(`/v1/appointment-imports/${made.id}/rows`)
  expect(rows.body.data).toMatchObject([
    { result: 'INVALID', field: 'start', childId },
    { result: 'INVALID', field: 'provider', childId },
    { result: 'INVALID', field: 'duration', childId },
  ])
})

test('an erased child is in no row, neither its own nor one that mentions it', async () => {
  const { client, ctx, upload, erase, sources } = await openCentre()
  const { id: childId } = await newChild(client, { firstName: 'Léna', lastName: 'Weißbrot' })
  await newChild(client, { firstName: 'Lena', lastName: 'Sommer' })
  const made = await upload(
    'own,Léna Weißbrot,Ana Ruiz,31.02.2027 10:00,45,mother is ill',
    'misspelt,Lena Weissbrot junior,Ana Ruiz,2027-02-01 10:00,45,',
    'turned,"WEISSBROT, LENA",Ana Ruiz,2027-02-01 11:00,45,',
    'first,Lena,Ana Ruiz,2027-02-01 12:00,45,',
    'in notes,Lena Sommer,Ana Ruiz,2027-02-02 10:00,45,friend of Lena Weißbrot',
    'another,Lena Sommer,Ana Ruiz,2027-02-02 11:00,45,',
    'unknown,Weissbrotmann,Ana Ruiz,2027-02-02 12:00,45,',
  )
  await carryOut(ctx, made)
  expect((await sources()).includes('misspelt')).toBe(true)
  const { planned, erased } = await erase({ childId })
  expect(planned).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'appointment_import_rows', count: 1, action: 'REMOVE' }),
      expect.objectContaining({
        kind: 'appointment_import_rows',
        count: 4,
        action: 'EMPTY',
        columns: ['source'],
      }),
    ]),
  )
  expect(erased).toMatchObject({ appointment_import_rows: 5 })
  expect(await sources()).toEqual([null, null, null, null, 'another', 'unknown'])
  // The rest can be checked and run; erased rows say so.
  const { status } = await client.post(`/v1/appointment-imports/${made.id}/check`)
  expect(status).toBe(200)
  await carryOut(ctx, made)
  await client.post(`/v1/appointment-imports/${made.id}/run`)
  await carryOut(ctx, made)
  const { body } = await client.get<AppointmentImport>(`/v1/appointment-imports/${made.id}`)
  expect(body).toMatchObject({ status: 'DONE', progress: { total: 6, pending: 0, created: 1 } })
})

test('a row whose text was erased before its check says so', async () => {
  const { client, ctx, upload, erase } = await openCentre()
  const { id: childId } = await newChild(client, { firstName: 'Lena', lastName: 'Weissbrot' })
  const made = await upload('1,Lena Weissbrot junior,Ana Ruiz,2027-02-01 10:00,45,')
  await carryOut(ctx, made)
  await client.post(`/v1/appointment-imports/${made.id}/check`)
  await erase({ childId })
  expect(await carryOutImport(ctx, made)).toEqual({ left: false })
  const rows = await client.get<{ data: object[] }>(`/v1/appointment-imports/${made.id}/rows`)
  expect(rows.body.data).toMatchObject([{ result: 'INVALID', code: 'text_erased' }])
})

test('an erased client is in no row that mentions them', async () => {
  const { client, ctx, upload, erase, sources } = await openCentre()
  const mara = { name: 'Mara Weissbrot', email: 'mara.w@example.com' }
  const { id: clientId } = await newClient(client, mara)
  const made = await upload(
    'mail,MARA.W@example.com,Ana Ruiz,2027-02-01 10:00,45,',
    'notes,Nobody,Ana Ruiz,2027-02-01 11:00,45,ask Mara Weissbrot',
    'other,amara.w@example.com,Ana Ruiz,2027-02-01 12:00,45,',
  )
  await carryOut(ctx, made)
  await erase({ clientId })
  expect(await sources()).toEqual([null, null, 'other'])
})

test('an unread file is deleted if it names the person, and its import fails', async () => {
  const { client, ctx, upload, erase, sources } = await openCentre()
  const { id: childId } = await newChild(client, { firstName: 'Lena', lastName: 'Weissbrot' })
  const named = await upload('1,Weissbrot Lena,Ana Ruiz,2027-02-01 10:00,45,')
  const other = await upload('2,Lena Sommer,Ana Ruiz,2027-02-01 10:00,45,')
  const { planned } = await erase({ childId })
  expect(planned).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'appointment_import_files', count: 1, action: 'REMOVE' }),
    ]),
  )
  for (const made of [named, other]) await carryOut(ctx, made)
  const read = async ({ id }: { id: string }) =>
    (await client.get<AppointmentImport>(`/v1/appointment-imports/${id}`)).body
  expect(await read(named)).toMatchObject({ status: 'FAILED', failure: { code: 'file_gone' } })
  expect(await read(other)).toMatchObject({ status: 'CHECKED', failure: null })
  expect(await sources()).toEqual(['2'])
})
