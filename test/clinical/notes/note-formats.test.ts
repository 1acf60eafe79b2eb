import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { performAction } from '#agents/catalog/perform-action.ts'
import { NoteFormat, SECTIONS_OF } from '#clinical/notes/rules.ts'
import { newId } from '#platform/core/records/ids.ts'
import { renderRecord } from '#records/child-records/render-record.ts'
import type { ChildChart, ChildRecord } from '#records/child-records/schemas.ts'
import { create, newChild, newProvider, refusal, type Resource } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { actingIn } from '../../support/acting.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const keysOf = (format: NoteFormat) =>
  format === 'SECTIONS' ? ['observed', 'homeExercises'] : [...SECTIONS_OF[format]]

/** A template whose last section is required, and begins with a text. */
const templateOf = (format: NoteFormat) => {
  const [first, last] = [keysOf(format)[0]!, keysOf(format).at(-1)!]
  return {
    discipline: 'SPEECH_THERAPY',
    name: format,
    format,
    ...(format === 'SECTIONS'
      ? {
          customSections: keysOf(format).map((key) => ({
            key,
            title: `Title of ${key}`,
            required: key === first,
            ...(key === last && { text: 'begins ' }),
          })),
        }
      : {
          sections: {
            [first]: { required: true },
            ...(first !== last && { [last]: { text: 'begins ' } }),
          },
        }),
  }
}

/** The body that gives a section a text. */
const texts = (format: NoteFormat, given: Record<string, string>) =>
  format === 'SOAP'
    ? given
    : { sections: Object.entries(given).map(([key, text]) => ({ key, text })) }

const textIn = (note: Resource, key: string) =>
  note['format'] === 'SOAP'
    ? note[key]
    : (note['sections'] as { key: string; text: string }[]).find((it) => it.key === key)?.text

const supervised = async () => {
  const centre = await api.createTenant()
  const childId = (await newChild(centre)).id
  const { id: providerId } = await newProvider(centre)
  const { id: supervisorId } = await newProvider(centre, { name: 'Dr. Senior' })
  await create(centre, '/v1/supervisions', { providerId, supervisorId })
  const startedAt = '2026-11-20T10:00:00+01:00'
  const session = await create(centre, '/v1/sessions', { childId, providerId, startedAt })
  const author = await api.createClient(centre.tenantId, { providerId })
  const supervisor = await api.createClient(centre.tenantId, { providerId: supervisorId })
  return { centre, author, supervisor, childId, sessionId: session.id }
}

describe.each(NoteFormat)('a note in the format %s', (format) => {
  const first = keysOf(format)[0]!
  const last = keysOf(format).at(-1)!

  test('is drafted by its template, signed, co-signed, amended, exported and printed', async () => {
    const { centre, author, supervisor, childId, sessionId } = await supervised()
    const { id: templateId } = await create(centre, '/v1/note-templates', templateOf(format))
    const draft = await create(author, `/v1/sessions/${sessionId}/notes`, { templateId })
    expect(draft).toMatchObject({ format, status: 'DRAFT' })
    expect(textIn(draft, last)).toBe(first === last ? '' : 'begins ')
    const path = `/v1/session-notes/${draft.id}`
    await author.patch(path, texts(format, { [last]: 'Only this.' }))
    await author.patch(path, texts(format, { [first]: ' ' }))
    const refused = await author.post<{ missing: string[] }>(`${path}/sign`)
    if (first === last) expect(refusal(refused)).toEqual([409, 'note_empty'])
    else {
      expect(refusal(refused)).toEqual([409, 'note_incomplete'])
      expect(refused.body.missing).toEqual([first])
    }

    const saved = await author.patch<Resource>(path, texts(format, { [first]: 'zqxWordsqzx' }))
    expect(textIn(saved.body, first)).toBe('zqxWordsqzx')
    if (first !== last) expect(textIn(saved.body, last)).toBe('Only this.')
    const { data: versions } = (await author.get<{ data: Resource[] }>(`${path}/versions`)).body
    expect(textIn({ ...versions[0]!, format }, first)).toBe('zqxWordsqzx')

    expect((await author.post(`${path}/sign`)).body).toMatchObject({ status: 'AWAITING_COSIGN' })
    const locked = await author.patch(path, texts(format, { [first]: 'Other' }))
    expect(refusal(locked)).toEqual([409, 'invalid_transition'])
    const returned = await supervisor.post(`${path}/return`, { reason: 'More, please.' })
    expect(returned.body).toMatchObject({ status: 'DRAFT' })
    await author.post(`${path}/sign`)
    expect((await supervisor.post(`${path}/cosign`)).body).toMatchObject({ status: 'SIGNED' })
    await create(author, `${path}/addenda`, { text: 'Later.' })
    const proof = () => centre.get<Resource>(`${path}/verification`)
    expect((await proof()).body).toMatchObject({ valid: true, status: 'AMENDED', missing: [] })

    const chart = (await centre.get<ChildChart>(`/v1/children/${childId}/chart`)).body
    expect(textIn(chart.lastNotes[0]!.note, first)).toBe('zqxWordsqzx')
    const record = (await centre.get<ChildRecord>(`/v1/children/${childId}/record`)).body
    expect(record.sessions[0]!.notes).toMatchObject([{ format, addenda: [{ text: 'Later.' }] }])
    expect(await textOf(await renderRecord(record))).toContain('zqxWordsqzx')
    const { data: listed } = (
      await centre.get<{ data: Resource[] }>(`/v1/session-notes?format=${format}`)
    ).body
    expect(listed.map(({ id }) => id)).toEqual([draft.id])

    const [audited] = await api.query<{ found: number }>(
      `SELECT count(*)::int AS found FROM audit_entries WHERE tenant_id = $1 AND audit_entries::text LIKE '%zqx%'`,
      [centre.tenantId],
    )
    expect(audited!.found).toBe(0)
    await expect(tamper(draft.id, format, first)).rejects.toThrow(/is signed/)
    await api.query('ALTER TABLE session_notes DISABLE TRIGGER USER')
    await tamper(draft.id, format, first)
    await api.query('ALTER TABLE session_notes ENABLE TRIGGER USER')
    const altered = (await proof()).body
    expect(altered).toMatchObject({ valid: false })
    expect(JSON.stringify(altered)).toContain('content_changed')
  })

  test('can be drafted by an agent, without the links in its text', async () => {
    const { centre, sessionId } = await supervised()
    const { id: templateId } = await create(centre, '/v1/note-templates', templateOf(format))
    const done = await performAction(actingIn(api, centre), {
      action: 'draft_note',
      parameters: {
        sessionId,
        templateId,
        ...texts(format, { [first]: 'Said hello at https://evil.example/x today' }),
      },
      idempotencyKey: newId('request'),
      runId: null,
      madeFrom: [],
    })
    expect(done.status).toBe('DONE')
    const { data } = (await centre.get<{ data: Resource[] }>(`/v1/sessions/${sessionId}/notes`))
      .body
    expect(data).toMatchObject([{ format, status: 'DRAFT' }])
    expect(textIn(data[0]!, first)).toMatch(/^Said hello/)
    expect(JSON.stringify(data)).toContain('evil[.]example')
  })
})

/** Changes the text of a note in the database, past the API. */
const tamper = async (id: string, format: NoteFormat, key: string) => {
  const set =
    format === 'SOAP'
      ? `${key} = 'Other'`
      : `sections = jsonb_set(sections, '{0,text}', '"Other"'::jsonb)`
  await api.query(`UPDATE session_notes SET ${set} WHERE id = $1`, [id])
}

const textOf = async (pdf: Uint8Array): Promise<string> => {
  const document = await getDocumentProxy(pdf)
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const content = await (await document.getPage(index + 1)).getTextContent()
    return content.items.map((item) => ('str' in item ? item.str : '')).join(' ')
  })
  return (await Promise.all(pages)).join(' ')
}

describe('the format', () => {
  test('is that of the template, and SOAP without one', async () => {
    const { centre, sessionId } = await supervised()
    const path = `/v1/sessions/${sessionId}/notes`
    expect(await create(centre, path, { plan: 'P' })).toMatchObject({
      format: 'SOAP',
      plan: 'P',
      sections: [],
    })
    const dap = await create(centre, path, { format: 'DAP' })
    expect(dap).toMatchObject({
      format: 'DAP',
      plan: '',
      sections: [
        { key: 'data', title: 'Data', required: false, text: '' },
        { key: 'assessment', title: 'Assessment', required: false, text: '' },
        { key: 'plan', title: 'Plan', required: false, text: '' },
      ],
    })
    const { id: templateId } = await create(centre, '/v1/note-templates', templateOf('BIRP'))
    expect(await create(centre, path, { templateId })).toMatchObject({ format: 'BIRP' })
  })

  test.each<[string, object, unknown[]]>([
    ['members of SOAP in another format', { format: 'DAP', plan: 'P' }, ['plan: unknown_member']],
    [
      'sections in a SOAP note',
      { sections: [{ key: 'plan', text: 'P' }] },
      ['sections: unknown_member'],
    ],
    [
      'a section of another format',
      { format: 'DAP', sections: [{ key: 'response', text: 'P' }] },
      ['sections.0.key: invalid_value'],
    ],
    [
      'a section twice',
      { format: 'NARRATIVE', sections: ['a', 'b'].map((text) => ({ key: 'narrative', text })) },
      ['sections.1.key: duplicate'],
    ],
    ['own sections without a template', { format: 'SECTIONS' }, ['templateId: required']],
  ])('refuses %s', async (_, body, issues) => {
    const { centre, sessionId } = await supervised()
    const answer = await centre.post(`/v1/sessions/${sessionId}/notes`, body)
    expect(refusal(answer)).toEqual([400, 'validation_failed', ...issues])
  })

  test('must be that of the template, which keeps it', async () => {
    const { centre, sessionId } = await supervised()
    const template = await create(centre, '/v1/note-templates', templateOf('SECTIONS'))
    const body = { format: 'DAP', templateId: template.id }
    expect(refusal(await centre.post(`/v1/sessions/${sessionId}/notes`, body))).toEqual([
      400,
      'validation_failed',
      'format: mismatch',
    ])
    const draft = await create(centre, `/v1/sessions/${sessionId}/notes`, {
      templateId: template.id,
      sections: [{ key: 'observed', text: 'Calm.' }],
    })
    const patched = await centre.patch(`/v1/note-templates/${template.id}`, {
      customSections: [{ key: 'other', title: 'Other', required: true }],
    })
    expect(patched.status).toBe(200)
    const { body: same } = await centre.get<Resource>(`/v1/session-notes/${draft.id}`)
    expect(same['sections']).toMatchObject([
      { key: 'observed', title: 'Title of observed', text: 'Calm.' },
      { key: 'homeExercises', text: 'begins ' },
    ])
  })

  test.each<[string, object, string]>([
    [
      'a section of another format',
      { format: 'DAP', sections: { objective: {} } },
      'sections.objective: unknown_member',
    ],
    [
      'own sections beside SOAP',
      { customSections: [{ key: 'a', title: 'A' }] },
      'customSections: not_allowed',
    ],
    ['no section', { format: 'SECTIONS' }, 'customSections: too_few'],
    [
      'a key twice',
      { format: 'SECTIONS', customSections: ['A', 'B'].map((title) => ({ key: 'a', title })) },
      'customSections.1.key: duplicate',
    ],
  ])('of a template refuses %s', async (_, body, issue) => {
    const centre = await api.createTenant()
    const template = { discipline: 'SPEECH_THERAPY', name: 'T', ...body }
    expect(refusal(await centre.post('/v1/note-templates', template))).toEqual([
      400,
      'validation_failed',
      issue,
    ])
  })
})
