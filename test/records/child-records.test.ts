import { inflateSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ChildChart, ChildRecord } from '#records/child-records/schemas.ts'
import { RECORD_NEEDS } from '#records/child-records/export-child-record.ts'
import { resourceOf } from '#platform/core/access/permissions.ts'
import { renderRecord } from '#records/child-records/render-record.ts'
import { create, newAppointment, newClient, newProvider, refusal } from '../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

/** A child with a record of every kind. */
const fullChild = async (client: ApiClient) => {
  const appointment = await newAppointment(client)
  const childId = appointment['childId'] as string
  const { id: clientId } = await newClient(client, {
    name: 'Mara Weiß',
    email: 'mara.weiss@example.com',
  })
  const guardianship = { childId, clientId, relationship: 'mother', legal: true, billing: true }
  await create(client, '/v1/guardianships', guardianship)
  await create(client, '/v1/consents', {
    childId,
    grantedById: clientId,
    kind: 'TREATMENT',
    grantedAt: '2026-11-20T10:00:00+01:00',
    evidence: 'Form',
  })
  const goal = await create(client, '/v1/goals', {
    childId,
    area: 'Articulation',
    title: 'Says /r/',
    unit: 'percent',
    baseline: { value: 20 },
    target: { value: 80 },
  })
  await client.post(`/v1/goals/${goal.id}/measurements`, {
    measuredAt: '2026-11-20T10:00:00+01:00',
    result: { value: 31 },
  })
  const notes = []
  for (const day of [18, 20, 19]) {
    const session = await create(client, '/v1/sessions', {
      childId,
      providerId: (await newProvider(client)).id,
      startedAt: `2026-11-${day}T10:00:00+01:00`,
    })
    const note = { plan: `Plan of the ${day}th`, sign: true }
    notes.push(await create(client, `/v1/sessions/${session.id}/notes`, note))
  }
  await create(client, `/v1/session-notes/${notes[0]!.id}/addenda`, { text: 'Later: Żółć, Ελένη' })
  return { childId, appointment, goal, clientId, notes }
}

describe('a chart', () => {
  test('contains what a therapist needs before a session', async () => {
    const client = await api.createTenant()
    const { childId, appointment, goal, clientId } = await fullChild(client)
    const { body } = await client.get<ChildChart>(`/v1/children/${childId}/chart`)
    expect(body.child.id).toBe(childId)
    expect(body.guardians).toMatchObject([{ clientId, name: 'Mara Weiß', legal: true }])
    expect(body.consents).toMatchObject([{ kind: 'TREATMENT', status: 'ACTIVE' }])
    expect(body.nextAppointments).toMatchObject([
      { id: appointment.id, startsAt: '2026-12-01T10:00:00+01:00' },
    ])
    expect(body.goals).toMatchObject([{ id: goal.id, trend: 'NOT_ENOUGH_DATA' }])
    expect(body.lastNotes.map(({ note }) => note.plan)).toEqual([
      'Plan of the 20th',
      'Plan of the 19th',
      'Plan of the 18th',
    ])
  })

  test('takes nine statements', async () => {
    const client = await api.createTenant()
    const { childId } = await fullChild(client)
    const statements: string[] = []
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await client.get(`/v1/children/${childId}/chart`)
      for (const [query] of spy.mock.calls as unknown as [string | { text: string }][])
        statements.push(typeof query === 'string' ? query : query.text)
    } finally {
      spy.mockRestore()
    }
    const reads = statements.filter(
      (it) => it.trimStart().startsWith('SELECT') && !/api_keys|tokens/.test(it),
    )
    expect(reads).toHaveLength(9)
  })

  test('requires permission to read children and notes', async () => {
    const client = await api.createTenant()
    const { childId } = await fullChild(client)
    const narrowed = await api.createClient(client.tenantId, { scopes: ['sessions'] })
    for (const path of ['chart', 'record', 'record.pdf'])
      expect(refusal(await narrowed.get(`/v1/children/${childId}/${path}`))).toEqual([
        403,
        'insufficient_scope',
      ])
  })
})

describe('the record', () => {
  test('as JSON is complete, with signatures and addenda', async () => {
    const client = await api.createTenant()
    const { childId, goal, notes } = await fullChild(client)
    const { id: labelId } = await create(client, '/v1/labels', { name: 'At school' })
    await client.patch(`/v1/children/${childId}`, { labelIds: [labelId] })
    const { body } = await client.get<ChildRecord>(`/v1/children/${childId}/record`)
    expect(body).toMatchObject({ childId, exportedBy: client.clientId, labels: ['At school'] })
    expect(body.goals).toMatchObject([{ id: goal.id, measurements: [{ result: { value: 31 } }] }])
    expect(body.sessions.map(({ startedAt }) => startedAt.slice(0, 10))).toEqual([
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
    ])
    const [first] = body.sessions[0]!.notes
    expect(first).toMatchObject({
      id: notes[0]!.id,
      signatures: [{ role: 'AUTHOR', signedBy: { kind: 'API_KEY', id: client.clientId } }],
      addenda: [{ number: 1, text: 'Later: Żółć, Ελένη' }],
    })
  })

  test('as PDF contains the text of its notes', async () => {
    const client = await api.createTenant()
    const { childId } = await fullChild(client)
    const answer = await client.get(`/v1/children/${childId}/record.pdf`)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${childId}.pdf"`)
    expect(answer.text.startsWith('%PDF-')).toBe(true)

    const { body } = await client.get<ChildRecord>(`/v1/children/${childId}/record`)
    const text = textOf(await renderRecord(body))
    for (const expected of ['Lena Weiss', 'Mara Weiß', 'Plan of the 20th', 'Later: Żółć, Ελένη'])
      expect(text).toContain(expected.replaceAll(/\s/g, ''))
    expect(text).toContain(`${childId}·1`)
  })
})

/** The text of our PDF: its glyphs decoded by the character maps of its fonts, ligatures included, without spaces. */
const textOf = (bytes: Uint8Array): string => {
  const pdf = Buffer.from(bytes)
  const streams: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    const end = pdf.indexOf('endstream', at)
    try {
      streams.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'))
    } catch {
      // Uncompressed: a font or an object without text.
    }
  }
  const maps = streams.filter((it) => it.includes('beginbfrange')).map(glyphsOf)
  return streams
    .filter((it) => it.includes(' Tf'))
    .flatMap((it) => {
      const shown = [...it.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => hex!.match(/.{4}/g) ?? [])
      return maps.map((map) =>
        shown
          .flat()
          .map((code) => map.get(code) ?? '')
          .join(''),
      )
    })
    .join('\n')
    .replaceAll(/[^\S\n]/g, '')
}

const glyphsOf = (cmap: string): Map<string, string> => {
  const glyphs = new Map<string, string>()
  for (const [, first, list] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    for (const [index, [, hex]] of [...list!.matchAll(/<([0-9a-f ]+)>/g)].entries()) {
      const code = (Number.parseInt(first!, 16) + index).toString(16).padStart(4, '0')
      glyphs.set(code, Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  return glyphs
}

test('a key that cannot read clients sees guardians without their contact data', async () => {
  const client = await api.createTenant()
  const { childId } = await fullChild(client)
  const narrowed = await api.createClient(client.tenantId, {
    scopes: ['children', 'sessions'],
    resources: RECORD_NEEDS.map((need) => resourceOf(need)),
  })
  for (const view of ['chart', 'record']) {
    const guardians = async (by: ApiClient) =>
      (await by.get<ChildChart>(`/v1/children/${childId}/${view}`)).body.guardians
    expect(await guardians(client)).toMatchObject([
      { name: 'Mara Weiß', email: 'mara.weiss@example.com' },
    ])
    expect(await guardians(narrowed)).toMatchObject([
      { name: 'Mara Weiß', email: null, phone: null },
    ])
  }
})
