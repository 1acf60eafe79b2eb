import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LeadForm } from '#marketplace/lead-forms/schemas.ts'
import type { Lead } from '#marketplace/leads/lead/schemas.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { createWorld, type Json, type Made, type World } from '../../contract/world.ts'
import { startApi, type ApiAnswer, type TestApi } from '../../support/api.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(() => api[Symbol.asyncDispose]())

const refusal = ({ status, body }: ApiAnswer) => [status, (body as Json)['code']]

interface Page {
  title: string
  fields: { name: string; required?: boolean }[]
  hidden: { startedAt: string }
}

const open = async (path: string) => (await api.anonymous().get<Page>(path)).body
/** Sent after a moment, as a person does. */
const opened = async (path: string) => {
  const { hidden } = await open(path)
  api.clock.advance(5_000)
  return hidden
}
const send = (path: string, given: object) => api.anonymous().post<Json>(path, given)
const answers = (email: string) => ({
  contactName: 'Mara Weiss',
  contactEmail: email,
  childFirstName: 'Lena',
  childLastName: 'Weiss',
  childBirthDate: '2024-04-30',
  'consent.TREATMENT': 'yes',
})
const address = () => `mara.${world.word()}@example.com`
const leadsOf = async ({ id }: { id: string }) => {
  const { data } = (await world.client.get<{ data: Lead[] }>('/v1/leads?limit=100')).body
  return data.filter((lead) => lead.formId === id)
}
const intakesOf = ({ id }: { id: string }) =>
  api.query<{ id: string; said: Json }>(
    'SELECT id, said FROM lead_intakes WHERE form_id = $1 ORDER BY id',
    [id],
  )
const mailsTo = async ({ id }: { id: string }) => {
  const rows = await api.query(
    `SELECT 1 FROM messages m JOIN lead_intakes i ON i.tenant_id = m.tenant_id AND i.id = m.subject_id
     WHERE i.form_id = $1 AND m.template = 'lead.proof'`,
    [id],
  )
  return rows.length
}
const proofOf = async (form: Made) => {
  const [intake] = await intakesOf(form)
  return world.leadLink('lead-proof', { type: 'leadIntake', id: intake!.id })
}

describe('the page of a form', () => {
  test('asks the fields chosen by the centre, in the requested language', async () => {
    const form = await world.leadForm()
    const page = await open(String(form['path']))
    expect(page.title).toBe('Ask for a place')
    expect(page.fields.map(({ name, required }) => [name, required])).toEqual([
      ['contactName', true],
      ['contactEmail', true],
      ['childFirstName', false],
      ['childLastName', false],
      ['childBirthDate', true],
      ['needs', false],
      ['message', false],
      ['consent.TREATMENT', true],
    ])
    expect((await open(`${String(form['path'])}?language=de`)).title).toBe(
      'Nach einem Platz fragen',
    )
    const { text, headers } = await api
      .anonymous()
      .send({ path: String(form['path']), headers: { ...BROWSER, 'accept-language': 'de-AT,en' } })
    expect(text).toContain('<html lang="de">')
    expect(text).not.toContain('<script')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('does not exist for a closed or unknown form', async () => {
    const form = await world.leadForm({ active: false })
    expect(refusal(await api.anonymous().get(String(form['path'])))).toEqual([404, 'not_found'])
    const none = '/lead-forms/lfm_01m7zb00000000000000000000'
    expect(refusal(await api.anonymous().get(none))).toEqual([404, 'not_found'])
  })
})

describe('a submission', () => {
  test('becomes a lead only after the sender confirms the link', async () => {
    const location = await world.location()
    const form = await world.leadForm({ locationId: location.id, campaign: 'website' })
    const path = String(form['path'])
    const email = address()
    const sent = await send(path, { ...(await opened(path)), ...answers(email) })
    expect(sent.status, sent.text).toBe(200)
    expect(sent.body).toMatchObject({ title: 'Check your e-mail' })
    expect(await leadsOf(form)).toEqual([])
    expect(await mailsTo(form)).toBe(1)

    const link = await proofOf(form)
    expect((await api.anonymous().get(link)).status).toBe(200)
    expect(await leadsOf(form)).toEqual([])
    const proven = await api.anonymous().post(link, { confirm: 'yes' })
    expect(proven.status, proven.text).toBe(200)
    const [lead, ...others] = await leadsOf(form)
    expect(others).toEqual([])
    expect(lead).toMatchObject({
      status: 'NEW',
      source: 'FORM',
      campaign: 'website',
      locationId: location.id,
      contactEmail: email,
      childBirthDate: '2024-04-30',
      consents: [{ kind: 'TREATMENT', text: 'The centre may treat our child.', version: 1 }],
    })
    expect(await intakesOf(form)).toEqual([])
    expect(refusal(await api.anonymous().post(link, { confirm: 'yes' }))).toEqual([
      410,
      'link_used',
    ])
    expect(await leadsOf(form)).toHaveLength(1)
  })

  test('gets the same response whether or not the centre knows the address', async () => {
    const form = await world.leadForm()
    const path = String(form['path'])
    const known = address()
    await world.make('/v1/clients', { name: 'Mara Weiss', email: known })
    const sent = async (email: string) => {
      const { status, text } = await send(path, { ...(await opened(path)), ...answers(email) })
      return { status, text }
    }
    expect(await sent(known)).toEqual(await sent(address()))
    expect(await mailsTo(form)).toBe(2)
  })

  test('keeps the text of the version that the sender agreed to', async () => {
    const form = await world.leadForm()
    const path = String(form['path'])
    await send(path, { ...(await opened(path)), ...answers(address()) })
    const texts = [
      { language: 'en', text: 'Other words.' },
      { language: 'de', text: 'Anderes.' },
    ]
    const patched = await world.client.patch<LeadForm>(`/v1/lead-forms/${form.id}`, {
      consents: [{ kind: 'TREATMENT', required: true, texts }],
    })
    expect(patched.body).toMatchObject({ consentVersion: 2 })
    await api.anonymous().post(await proofOf(form), { confirm: 'yes' })
    expect((await leadsOf(form))[0]!.consents).toMatchObject([
      { text: 'The centre may treat our child.', version: 1 },
    ])
  })

  test('is refused if something is missing, and the page keeps the input', async () => {
    const form = await world.leadForm()
    const path = String(form['path'])
    const { startedAt } = await opened(path)
    const refused = await send(path, { startedAt, contactName: 'Mara Weiss', contactEmail: 'mara' })
    expect(refusal(refused)).toEqual([400, 'validation_failed'])
    const missing = await send(path, {
      startedAt,
      contactName: 'Mara Weiss',
      contactEmail: address(),
    })
    expect((missing.body['errors'] as Json[]).map((it) => it['path'])).toEqual([
      'childBirthDate',
      'consent.TREATMENT',
    ])
    const page = await api.anonymous().send({
      method: 'POST',
      path,
      body: Buffer.from(
        new URLSearchParams({
          startedAt,
          contactName: 'Mara Weiss',
          contactEmail: 'mara',
        }).toString(),
      ),
      headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(page.status).toBe(400)
    expect(page.text).toContain('value="Mara Weiss"')
    expect(page.text).toContain('aria-invalid="true"')
  })

  test('by a bot is dropped if a hidden field is filled in, it took no time, or its stamp is forged', async () => {
    const form = await world.leadForm()
    const path = String(form['path'])
    const trapped = await send(path, {
      ...(await opened(path)),
      ...answers(address()),
      website: 'https://spam.example',
    })
    expect(trapped.status).toBe(200)
    const fast = (await open(path)).hidden
    for (const hidden of [fast, { startedAt: 'k1.made-up' }, {}])
      expect(refusal(await send(path, { ...hidden, ...answers(address()) }))).toEqual([
        400,
        'validation_failed',
      ])
    const other = await opened(String((await world.leadForm())['path']))
    expect((await send(path, { ...other, ...answers(address()) })).status).toBe(400)
    const old = await opened(path)
    api.clock.advance(DAY_MS)
    expect((await send(path, { ...old, ...answers(address()) })).status).toBe(400)
    // Tokens of the test expire earlier.
    api.clock.advance(-DAY_MS)
    expect(await intakesOf(form)).toEqual([])
  })

  test('is limited per network address and per e-mail address', async () => {
    const form = await world.leadForm()
    const path = String(form['path'])
    const hidden = await opened(path)
    const visitor = api.anonymous()
    const email = address()
    const statuses: number[] = []
    for (let n = 0; n < 8; n += 1)
      statuses.push((await visitor.post(path, { ...hidden, ...answers(email) })).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(6)
    expect(statuses.slice(6)).toEqual([429, 429])
    expect(await intakesOf(form)).toHaveLength(3)
    expect(await mailsTo(form)).toBe(3)
  })

  test('is refused immediately, with an explanation on the page, if nobody could confirm it', async () => {
    const form = await world.leadForm()
    const path = String(form['path'])
    const tomorrow = new Date(api.clock.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10)
    const given = { ...answers(address()), childBirthDate: tomorrow }
    const refused = await send(path, { ...(await opened(path)), ...given })
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'childBirthDate', code: 'in_the_future' }],
    })
    const page = await api.anonymous().send({
      method: 'POST',
      path,
      json: { ...(await opened(path)), ...given },
      headers: BROWSER,
    })
    expect([page.status, page.text.includes('Weiss')]).toEqual([400, true])
    expect(await intakesOf(form)).toEqual([])
  })

  test('needs a confirmation by the owner of the address, even if strangers entered that address', async () => {
    const form = await world.leadForm()
    const path = String(form['path'])
    const email = address()
    const stranger = api.anonymous()
    const hidden = await opened(path)
    for (let n = 0; n < 5; n += 1) await stranger.post(path, { ...hidden, ...answers(email) })
    expect(await mailsTo(form)).toBe(3)
    expect((await send(path, { ...hidden, ...answers(email) })).status).toBe(200)
    expect(await mailsTo(form)).toBe(4)
  })

  test('is deleted if it is not confirmed in time', async () => {
    const form = await world.leadForm()
    const path = String(form['path'])
    await send(path, { ...(await opened(path)), ...answers(address()) })
    const link = await proofOf(form)
    await api.query('DELETE FROM lead_intakes WHERE form_id = $1', [form.id])
    expect(refusal(await api.anonymous().post(link, { confirm: 'yes' }))).toEqual([
      410,
      'link_expired',
    ])
  })
})

describe('a form', () => {
  test('requires only fields it asks for, and has a text in each of its languages', async () => {
    const text = { language: 'en', title: 'Ask', intro: 'Tell us.' }
    const form = { name: 'Website', texts: [text], questions: ['CHILD_NAME'] }
    const required = await world.client.post('/v1/lead-forms', { ...form, required: ['NEEDS'] })
    expect(refusal(required)).toEqual([400, 'validation_failed'])
    const consents = [{ kind: 'TREATMENT', texts: [{ language: 'de', text: 'Ja.' }] }]
    const wordless = await world.client.post('/v1/lead-forms', { ...form, consents })
    expect(refusal(wordless)).toEqual([400, 'validation_failed'])
  })
})
