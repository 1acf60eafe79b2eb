import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { carryOutImport } from '#scheduling/appointment-imports/carry-out-import.ts'
import { readImport } from '#scheduling/appointment-imports/read-import.ts'
import type {
  AppointmentImport,
  AppointmentImportRow,
  UndoneImport,
} from '#scheduling/appointment-imports/schemas.ts'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import {
  create,
  newChild,
  newClient,
  newLocation,
  newProvider,
  newRoom,
  newService,
  refusal,
} from '../../resources/centre.ts'
import { runParser } from '../../../providers/parsing/index.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { carryOut } from '../../support/imports.ts'

/** Imported appointments: checked first, created once, undone without notifying families. Now is 24 November 2026. */

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const openCentre = async () => {
  const client = await api.createTenant()
  const location = await newLocation(client)
  const provider = await newProvider(client, {
    name: 'Ana Ruiz',
    email: 'ana@example.com',
    locationIds: [location.id],
  })
  const service = await newService(client, { durationMinutes: 45 })
  const child = await newChild(client)
  return { client, location, provider, service, child, ...talk(client) }
}

const talk = (client: ApiClient) => {
  const ctx = systemContext(api.services.platform, {
    tenantId: client.tenantId,
    action: 'carryOutImport',
  })
  const verb = async (id: string, name: string, json?: object) => {
    const answer = await client.post<AppointmentImport>(
      `/v1/appointment-imports/${id}/${name}`,
      json,
    )
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    await carryOut(ctx, { id })
    return read(id)
  }
  const read = async (id: string) =>
    (await client.get<AppointmentImport>(`/v1/appointment-imports/${id}`)).body
  const rows = async (id: string, query = '') =>
    (
      await client.get<{ data: AppointmentImportRow[] }>(
        `/v1/appointment-imports/${id}/rows?limit=100${query}`,
      )
    ).body.data
  const upload = (content: string, more = {}) =>
    client.post<AppointmentImport>('/v1/appointment-imports', {
      name: 'old.csv',
      format: 'CSV',
      content,
      ...more,
    })
  const checked = async (content: string, more = {}) => {
    const { status, body, text } = await upload(content, more)
    expect([status, text]).toEqual([202, expect.any(String)])
    await carryOut(ctx, body)
    return body.id
  }
  return {
    ctx,
    upload,
    checked,
    rows,
    read,
    run: (id: string) => verb(id, 'run'),
    check: (id: string) => verb(id, 'check'),
    undo: (id: string) => verb(id, 'undo', { reason: 'Wrong file' }),
    appointments: async () =>
      (await client.get<{ data: Appointment[] }>('/v1/appointments?sort=startsAt&limit=100')).body
        .data,
  }
}

const results = (rows: AppointmentImportRow[]) =>
  rows.map(({ result, field, code }) => [result, field, code].filter(Boolean).join(' '))

const FILE = `external_id;child;provider;start;duration;status
1;Lena Weiss;Ana Ruiz;2026-12-01 10:00;30;booked
2;lena  weiss;ANA@example.com;2026-10-01 10:00;;
3;Lena Weiss;Ana Ruiz;2026-10-08 10:00;;no-show
4;Lena Weiss;Ana Ruiz;2026-10-15 10:00;;cancelled
`

describe('a file', () => {
  test('is checked without side effects, created once, and importing it again changes nothing', async () => {
    const { client, child, provider, location, service, ...it } = await openCentre()
    const id = await it.checked(FILE)
    expect(await it.read(id)).toMatchObject({
      status: 'CHECKED',
      progress: { total: 4, pending: 0, wouldCreate: 4, created: 0 },
    })
    expect(await it.appointments()).toEqual([])
    const written = `SELECT (SELECT count(*) FROM appointments WHERE tenant_id = $1)::int AS appointments,
      (SELECT count(*) FROM outbox WHERE tenant_id = $1 AND type = 'booking.created')::int AS events`
    expect(await api.query(written, [client.tenantId])).toEqual([{ appointments: 0, events: 0 }])

    expect(await it.run(id)).toMatchObject({
      status: 'DONE',
      progress: { wouldCreate: 0, created: 4 },
    })
    const made = await it.appointments()
    expect(made.map(({ startsAt, status }) => [startsAt, status])).toEqual([
      ['2026-10-01T10:00:00+02:00', 'COMPLETED'],
      ['2026-10-08T10:00:00+02:00', 'NO_SHOW'],
      ['2026-10-15T10:00:00+02:00', 'CANCELLED'],
      ['2026-12-01T10:00:00+01:00', 'CONFIRMED'],
    ])
    expect(made[3]).toMatchObject({
      childId: child.id,
      provider: { id: provider.id },
      locationId: location.id,
      serviceId: service.id,
      endsAt: '2026-12-01T10:30:00+01:00',
    })
    // Past rows are history: only the future one is announced and followed up.
    expect(await api.query(written, [client.tenantId])).toEqual([{ appointments: 4, events: 1 }])
    const lives = `SELECT subject_id FROM outbox WHERE tenant_id = $1 AND type = 'appointmentLifecycle'`
    expect(await api.query(lives, [client.tenantId])).toEqual([{ subject_id: made[3]!.id }])
    const fees = `SELECT 1 FROM orders WHERE tenant_id = $1`
    expect(await api.query(fees, [client.tenantId])).toEqual([])

    const again = await it.checked(FILE)
    expect(results(await it.rows(again))).toEqual(Array(4).fill('UNCHANGED'))
    expect(await it.run(again)).toMatchObject({ progress: { created: 0, unchanged: 4 } })
    expect(await it.appointments()).toHaveLength(4)
    const changed = await it.checked(FILE.replace('2026-12-01 10:00', '2026-12-01 11:00'))
    expect((await it.rows(changed))[0]).toMatchObject({
      result: 'CONFLICT',
      code: 'changed_since_import',
      conflictsWith: made[3]!.id,
    })
    expect(await it.undo(id)).toMatchObject({ status: 'UNDONE', progress: { undone: 4, kept: 0 } })
  })

  test('with more rows than one batch is processed to its end', async () => {
    const { ctx, upload, read } = await openCentre()
    const lines = Array.from({ length: 120 }, (_, index) => {
      const day = String(1 + Math.floor(index / 12)).padStart(2, '0')
      return `Lena Weiss,Ana Ruiz,2026-09-${day} ${8 + (index % 12)}:00`
    })
    const { body } = await upload(`child,provider,start\n${lines.join('\n')}`)
    expect(await carryOutImport(ctx, body)).toEqual({ left: true, unread: true })
    await readImport(ctx, { ...body, turn: 'long' }, runParser)
    await carryOut(ctx, body)
    expect(await read(body.id)).toMatchObject({
      status: 'CHECKED',
      progress: { pending: 0, wouldCreate: 120 },
    })
  })

  test('without external ids is matched by child, provider and time', async () => {
    const it = await openCentre()
    const file = 'child,provider,start\nLena Weiss,Ana Ruiz,2026-12-01T09:00:00Z\n'
    await it.run(await it.checked(file))
    expect(results(await it.rows(await it.checked(file)))).toEqual(['UNCHANGED'])
  })

  test('may override agreed rules, but not double bookings or consent', async () => {
    const { client, location, provider, child, ...it } = await openCentre()
    await create(client, '/v1/schedules', {
      providerId: provider.id,
      locationId: location.id,
      windows: [{ weekday: 'MONDAY', startTime: '09:00', endTime: '10:00' }],
    })
    await newService(client, { code: 'FILMED', name: 'Filmed', requiredConsents: ['PHOTO_VIDEO'] })
    const there = await create(client, '/v1/appointments', {
      childId: (await newChild(client)).id,
      providerId: provider.id,
      type: 'THERAPY_SESSION',
      startsAt: '2026-11-30T09:00:00+01:00',
    })
    const rows = [
      `${child.id},2026-12-01 20:00,`,
      `${child.id},2026-11-30 09:15,`,
      `${child.id},2026-12-01 20:30,`,
      `${child.id},2026-12-02 10:00,Filmed`,
      `${child.id},2026-10-01 10:00,Filmed`,
    ]
    const defaults = { providerId: provider.id }
    const id = await it.checked(`child,start,service\n${rows.join('\n')}`, { defaults })
    const report = await it.rows(id)
    expect(results(report)).toEqual([
      'WOULD_CREATE',
      'CONFLICT provider slot_taken',
      'CONFLICT slot_taken',
      'INVALID child consent_missing',
      'WOULD_CREATE',
    ])
    expect(report.map(({ conflictsWith }) => conflictsWith)).toEqual([
      null,
      there.id,
      'row 1',
      null,
      null,
    ])
    expect(results(await it.rows(id, '&result=CONFLICT'))).toHaveLength(2)
    expect(await it.run(id)).toMatchObject({ progress: { created: 2, conflicts: 2, invalid: 1 } })
  })

  test('takes the type of a row from its service, else from the defaults', async () => {
    const { client, provider, child, service, ...it } = await openCentre()
    await newService(client, { code: 'H', name: 'Hearing', appointmentType: 'ASSESSMENT' })
    const rows = [
      `${child.id},2026-12-01 10:00,Hearing,`,
      `${child.id},2026-12-01 12:00,Hearing,INTAKE`,
      `${child.id},2026-12-01 14:00,,`,
      `${child.id},2026-12-01 16:00,,THERAPY_SESSION`,
    ]
    const defaults = { providerId: provider.id, type: 'INTAKE' }
    const id = await it.checked(`child,start,service,type\n${rows.join('\n')}`, { defaults })
    expect(results(await it.rows(id))).toEqual([
      'WOULD_CREATE',
      'INVALID type mismatch',
      'WOULD_CREATE',
      'WOULD_CREATE',
    ])
    await it.run(id)
    expect(await it.appointments()).toMatchObject([
      { type: 'ASSESSMENT' },
      { type: 'INTAKE', serviceId: null },
      { type: 'THERAPY_SESSION', serviceId: service.id },
    ])
  })

  test('with wrong rows names the field and the remedy, and corrected rows are checked again', async () => {
    const { client, location, ...it } = await openCentre()
    await newChild(client, { firstName: 'Tom', birthDate: '2020-01-01' })
    const twin = await newChild(client, { firstName: 'Tom', birthDate: '2021-02-02' })
    await newRoom(client, location.id)
    const rows = [
      'Zoe Weiss,,2026-12-01 07:00,,,,',
      'Tom Weiss,,2026-12-01 08:00,,,,',
      'Tom Weiss,2021-02-02,2026-12-01 08:00,,,,Room 1',
      'Lena Weiss,,tomorrow,,,,',
      'Lena Weiss,,2027-03-28 02:30,,,,',
      'Lena Weiss,,2026-12-01 10:00,Mars/Base,,,',
      'Lena Weiss,,2026-12-01 11:00,,2,,',
      'Lena Weiss,,2026-12-01 12:00,,,completed,',
      'Lena Weiss,,2026-12-01 13:00,,,maybe,',
      'Lena Weiss,,2026-12-01 14:00,,,,,,,',
      ',,2026-12-01 15:00,,,,',
      'Lena Weiss,,2026-12-01 16:00,,,,Room 9',
      'Lena Weiss,,2026-10-25 02:30,,,,',
    ]
    const header = 'Kind,child_birth_date,start,time_zone,duration,status,room'
    const id = await it.checked(`${header}\n${rows.join('\n')}`, {
      columns: { Kind: 'child' },
      defaults: { providerId: (await newProvider(client, { locationIds: [location.id] })).id },
    })
    const report = await it.rows(id)
    expect(results(report)).toEqual([
      'INVALID child unknown',
      'INVALID child ambiguous',
      'WOULD_CREATE',
      'INVALID start malformed',
      'INVALID start local_time_skipped',
      'INVALID time_zone unknown_time_zone',
      'INVALID duration out_of_range',
      'INVALID status in_the_future',
      'INVALID status unknown',
      'INVALID too_many_cells',
      'INVALID child required',
      'INVALID room unknown',
      'WOULD_CREATE',
    ])
    expect(report[1]!.detail).toContain('child_birth_date')
    expect(report[2]).toMatchObject({ childId: twin.id })
    // The first of the two 02:30 of that night.
    expect(report[12]).toMatchObject({ startsAt: '2026-10-25T00:30:00.000Z' })
    await newChild(client, { firstName: 'Zoe' })
    expect(results(await it.rows(id))[0]).toBe('INVALID child unknown')
    await it.check(id)
    expect(results(await it.rows(id))[9]).toBe('INVALID too_many_cells')
    expect((await it.rows(id, '&result=WOULD_CREATE')).map(({ number }) => number)).toEqual([
      1, 3, 13,
    ])
  })

  test.each<[string, object, string]>([
    ['no header that we know', { content: 'a,b\n1,2\n' }, 'column_missing'],
    ['a header alone', { content: 'child,start\n' }, 'no_rows'],
    ['a column twice', { content: 'child,start,Start\n1,2,3\n' }, 'column_twice'],
    ['quotes that never end', { content: 'child,start\n"Lena,2\n' }, 'malformed_csv'],
    ['no calendar', { content: 'hello', format: 'ICS' }, 'malformed_ics'],
    [
      'a calendar without events',
      { content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR', format: 'ICS' },
      'no_rows',
    ],
    ['too many rows', { content: `child,start\n${'a,b\n'.repeat(5_001)}` }, 'too_many_rows'],
    ['too many columns', { content: `child,start${',x'.repeat(300)}\na,b\n` }, 'too_many_columns'],
    [
      'components in components',
      { content: 'BEGIN:VCALENDAR\n'.repeat(3_000), format: 'ICS' },
      'malformed_ics',
    ],
  ])('with %s fails as a whole with a reason', async (_, body, code) => {
    const { ctx, client, upload, read, rows } = await openCentre()
    const { status, body: uploaded } = await upload('', { ...body })
    expect([status, uploaded.status, uploaded.failure]).toEqual([202, 'READING', null])
    expect(uploaded.progress.total).toBe(0)
    const verb = async (name: string, json?: object) =>
      (await client.post(`/v1/appointment-imports/${uploaded.id}/${name}`, json)).status
    expect([await verb('check'), await verb('run')]).toEqual([409, 409])
    await carryOut(ctx, uploaded)
    expect(await read(uploaded.id)).toMatchObject({
      status: 'FAILED',
      failure: { code, detail: expect.stringMatching(/\.$/) },
    })
    expect(await rows(uploaded.id)).toEqual([])
    // A second run of its workflow changes nothing, and no operation is possible.
    await carryOut(ctx, uploaded)
    expect([await verb('check'), await verb('undo', { reason: 'Wrong' })]).toEqual([409, 409])
    const told = `SELECT payload ->> 'status' AS status FROM outbox WHERE subject_id = $1 AND kind = 'event'`
    expect(await api.query(told, [uploaded.id])).toEqual([{ status: 'FAILED' }])
    expect(await stored(uploaded.id)).toEqual([])
  })
})

const stored = (id: string) =>
  api.query<{ reads: number }>('SELECT reads FROM appointment_import_files WHERE import_id = $1', [
    id,
  ])

describe('the file', () => {
  const FILE_OF_ONE = 'child,start\nLena Weiss,2026-12-01 10:00\n'

  test.each([
    ['took_too_long', 'took_too_long'],
    ['too_much_memory', 'too_much_memory'],
    ['crashed', 'unreadable'],
    ['malformed_answer', 'unreadable'],
  ] as const)('fails the import if its parser ends by %s', async (failure, code) => {
    const { ctx, upload, read } = await openCentre()
    const { body } = await upload(FILE_OF_ONE)
    await readImport(ctx, { ...body, turn: 'long' }, () => Promise.resolve({ ok: false, failure }))
    expect(await read(body.id)).toMatchObject({ status: 'FAILED', failure: { code } })
  })

  test('is given up if it crashes the worker repeatedly', async () => {
    const { ctx, upload, read } = await openCentre()
    const { body } = await upload(FILE_OF_ONE)
    const ended = () => Promise.reject(new Error('the worker is gone'))
    for (let reads = 1; reads <= 5; reads += 1) {
      await expect(readImport(ctx, { ...body, turn: 'long' }, ended)).rejects.toThrow('gone')
      expect(await stored(body.id)).toEqual([{ reads }])
      expect(await read(body.id)).toMatchObject({ status: 'READING' })
    }
    await readImport(ctx, { ...body, turn: 'long' }, ended)
    expect(await read(body.id)).toMatchObject({ status: 'FAILED', failure: { code: 'unreadable' } })
    expect(await stored(body.id)).toEqual([])
  })

  test('fails the import if it disappears before or during reading', async () => {
    const { ctx, upload, read, rows } = await openCentre()
    const forget = ({ id }: { id: string }) =>
      api.query('DELETE FROM appointment_import_files WHERE import_id = $1', [id])
    const { body: before } = await upload(FILE_OF_ONE)
    await forget(before)
    await carryOut(ctx, before)
    const { body: meanwhile } = await upload(FILE_OF_ONE)
    await readImport(ctx, { ...meanwhile, turn: 'long' }, async (...of) => {
      const parsed = await runParser(...of)
      await forget(meanwhile)
      return parsed
    })
    for (const { id } of [before, meanwhile]) {
      expect(await read(id)).toMatchObject({ status: 'FAILED', failure: { code: 'file_gone' } })
      expect(await rows(id)).toEqual([])
    }
  })
})

describe('a calendar', () => {
  const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
  const calendar = (...events: string[]) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//old//EN', ...events, 'END:VCALENDAR'].join('\r\n')

  test('imports its events and the occurrences of finite rules, and explains what it skips', async () => {
    const { client, provider, ...it } = await openCentre()
    const guardian = await newClient(client, { email: 'mara@example.com' })
    const other = await newChild(client, { firstName: 'Ben' })
    await create(client, '/v1/guardianships', {
      childId: other.id,
      clientId: guardian.id,
      relationship: 'mother',
      legal: true,
    })
    const id = await it.checked(
      calendar(
        event(
          'UID:weekly',
          'SUMMARY:Lena Weiss',
          'DTSTART;TZID=Europe/Berlin:20270315T100000',
          'DTEND;TZID=Europe/Berlin:20270315T104500',
          'RRULE:FREQ=WEEKLY;COUNT=4',
          'EXDATE;TZID=Europe/Berlin:20270322T100000',
        ),
        event(
          'UID:weekly',
          'RECURRENCE-ID;TZID=Europe/Berlin:20270405T100000',
          'SUMMARY:Lena Weiss',
          'DTSTART;TZID=Europe/Berlin:20270405T113000',
          'DTEND;TZID=Europe/Berlin:20270405T120000',
        ),
        event(
          'UID:utc',
          'ATTENDEE:mailto:Mara@example.com',
          'DTSTART:20261201T080000Z',
          'DURATION:PT30M',
        ),
        event('UID:gone', 'SUMMARY:Lena Weiss', 'STATUS:CANCELLED', 'DTSTART:20261202T080000Z'),
        event('UID:ever', 'SUMMARY:Lena Weiss', 'DTSTART:20261203T080000Z', 'RRULE:FREQ=DAILY'),
        event(
          'UID:many',
          'SUMMARY:Lena Weiss',
          'DTSTART:20261203T080000Z',
          'RRULE:FREQ=DAILY;COUNT=500',
        ),
        event('UID:day', 'SUMMARY:Lena Weiss', 'DTSTART;VALUE=DATE:20261204'),
        event('UID:zone', 'SUMMARY:Lena Weiss', 'DTSTART;TZID=Nowhere:20261204T080000'),
        event(
          'UID:float',
          'X-THERAPY-CHILD:Lena Weiss',
          'DTSTART:20261207T080000',
          'DURATION:PT30M',
        ),
      ),
      { format: 'ICS', name: 'old.ics', defaults: { providerId: provider.id } },
    )
    const report = await it.rows(id)
    expect(report.map(({ result, code, startsAt }) => [result, code ?? startsAt])).toEqual([
      ['WOULD_CREATE', '2027-03-15T09:00:00.000Z'],
      // After the clock change it is still ten o'clock.
      ['WOULD_CREATE', '2027-03-29T08:00:00.000Z'],
      ['WOULD_CREATE', '2027-04-05T09:30:00.000Z'],
      ['WOULD_CREATE', '2026-12-01T08:00:00.000Z'],
      ['INVALID', 'out_of_range'],
      ['INVALID', 'rule_never_ends'],
      ['INVALID', 'too_many_occurrences'],
      ['INVALID', 'whole_day'],
      ['INVALID', 'unknown_time_zone'],
      ['WOULD_CREATE', '2026-12-07T07:00:00.000Z'],
    ])
    expect(report[3]).toMatchObject({ childId: other.id })
    await it.run(id)
    expect(await it.appointments()).toHaveLength(5)
  })

  test('with a custom zone uses its VTIMEZONE', async () => {
    const { provider, ...it } = await openCentre()
    const timeZone = [
      'BEGIN:VTIMEZONE',
      'TZID:W. Europe Standard Time',
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ].join('\r\n')
    const id = await it.checked(
      calendar(
        timeZone,
        event(
          'UID:outlook',
          'SUMMARY:Lena Weiss',
          'DTSTART;TZID=W. Europe Standard Time:20270701T100000',
          'DURATION:PT45M',
        ),
      ),
      { format: 'ICS', defaults: { providerId: provider.id } },
    )
    expect(await it.rows(id)).toMatchObject([
      { result: 'WOULD_CREATE', startsAt: '2027-07-01T08:00:00.000Z' },
    ])
  })
})

describe('an import', () => {
  /** A centre that notifies families of bookings. */
  const telling = async () => {
    const it = await openCentre()
    const { status } = await it.client.patch('/v1/message-settings', { invitations: true })
    expect(status).toBe(200)
    return it
  }
  const steps = async (ctx: Parameters<typeof planSteps>[0], subjectId: string) => {
    await planSteps(ctx, { kind: 'appointmentLifecycle', subjectId })
    const rows = await api.query<{ step: string }>(
      `SELECT s.step FROM follow_up_steps s JOIN follow_ups f ON f.tenant_id = s.tenant_id AND f.id = s.follow_up_id
       WHERE f.subject_id = $1 AND s.status = 'SCHEDULED' ORDER BY 1`,
      [subjectId],
    )
    return rows.map(({ step }) => step)
  }
  const HEADER = 'external_id,child,provider,start'
  const rowOf = (n: number) => `${n},Lena Weiss,Ana Ruiz,2026-12-0${n} 10:00`

  test.each([
    [false, []],
    [true, ['invitation']],
  ])('with notify %s gets reminders, and invitations: %j', async (notify, invitations) => {
    const { ctx, ...it } = await telling()
    await it.run(await it.checked(`${HEADER}\n${rowOf(1)}`, { notify }))
    const [{ id } = { id: '' }] = await it.appointments()
    expect(await steps(ctx, id)).toEqual(
      [...invitations, 'no-show-check', 'reminder-2h', 'reminder-48h'].toSorted(),
    )
  })

  test('is undone without a fee, message or offer, and keeps changed appointments', async () => {
    const { ctx, client, ...it } = await telling()
    const id = await it.checked(`${HEADER}\n${[1, 2, 3].map(rowOf).join('\n')}`)
    await it.run(id)
    const [first, second] = await it.appointments()
    await client.post(`/v1/appointments/${first!.id}/reschedule`, {
      startsAt: '2026-12-01T15:00:00+01:00',
    })
    expect(await it.undo(id)).toMatchObject({ status: 'UNDONE', progress: { undone: 2, kept: 1 } })
    expect(results(await it.rows(id))).toEqual(['KEPT changed_since_import', 'UNDONE', 'UNDONE'])
    const left = (await it.appointments()).map(({ status, fee }) => JSON.stringify([status, fee]))
    const kept = '["CONFIRMED",null]'
    expect(left.toSorted()).toEqual([kept, ...Array(2).fill('["ENTERED_IN_ERROR",null]')])
    expect(await steps(ctx, second!.id)).toEqual([])
    const offered = 'SELECT 1 FROM freed_slots WHERE tenant_id = $1'
    expect(await api.query(offered, [client.tenantId])).toEqual([])
    // The family of the appointment that was moved is told of that.
    const messages = 'SELECT 1 FROM messages WHERE tenant_id = $1 AND subject_id <> $2'
    expect(await api.query(messages, [client.tenantId, first!.id])).toEqual([])
    expect(refusal(await client.post(`/v1/appointment-imports/${id}/run`))).toEqual([
      409,
      'invalid_transition',
    ])
    // Importing the file again restores the undone ones, but not the one that was kept.
    const again = await it.checked(`${HEADER}\n${[1, 2, 3].map(rowOf).join('\n')}`)
    expect(results(await it.rows(again))).toEqual(['UNCHANGED', 'WOULD_CREATE', 'WOULD_CREATE'])
  })

  test('filters appointments, and a dry run of undo lists what would stay', async () => {
    const { client, child, provider, ...it } = await openCentre()
    const own = await create(client, '/v1/appointments', {
      childId: child.id,
      providerId: provider.id,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-09T10:00:00+01:00',
    })
    expect(own).toMatchObject({ importId: null })
    const id = await it.checked(`${HEADER}\n${[1, 2, 3].map(rowOf).join('\n')}`)
    await it.run(id)
    const found = await client.get<{ data: Appointment[] }>(
      `/v1/appointments?importId=${id}&sort=startsAt`,
    )
    const [first] = found.body.data
    expect(found.body.data.map(({ importId }) => importId)).toEqual([id, id, id])
    expect((await client.get(`/v1/appointments/${first!.id}`)).body).toMatchObject({ importId: id })

    await client.post(`/v1/appointments/${first!.id}/check-in`)
    const dryRun = await client.post<UndoneImport>(
      `/v1/appointment-imports/${id}/undo?dryRun=true`,
      { reason: 'Wrong file' },
    )
    expect(dryRun.body).toMatchObject({
      dryRun: true,
      status: 'UNDONE',
      progress: { created: 0, undone: 2, kept: 1 },
      keeping: [{ number: 1, appointmentId: first!.id, status: 'CHECKED_IN' }],
    })
    expect(await it.read(id)).toMatchObject({ status: 'DONE', version: dryRun.body.version })
    expect(await it.undo(id)).toMatchObject({ progress: { created: 0, undone: 2, kept: 1 } })
    const again = await client.post(`/v1/appointment-imports/${id}/undo?dryRun=true`, {
      reason: 'Wrong file',
    })
    expect(refusal(again)).toEqual([409, 'invalid_transition'])
  })

  test('of one file in two simultaneous requests exists once', async () => {
    const it = await openCentre()
    const file = `${HEADER}\n${[1, 2, 3, 4, 5].map(rowOf).join('\n')}`
    const ids = await Promise.all([it.checked(file), it.checked(file)])
    await Promise.all(ids.map(it.run))
    expect(await it.appointments()).toHaveLength(5)
    const done = await Promise.all(ids.map(it.read))
    expect(done.map(({ progress }) => progress.created).reduce((a, b) => a + b)).toBe(5)
  })
})
