import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProviderFormListener } from '#clinical/form-responses/listeners.ts'
import { submitProviderForm } from '#clinical/form-responses/submit-provider-form.ts'
import { open } from '#messaging/messages/seal.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { create, newChild, newProvider, refusal, type Page } from '../../resources/centre.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const AGREEMENT = {
  signature: true,
  sections: [
    {
      title: 'Confidentiality',
      questions: [{ type: 'YES_NO', key: 'agreed', label: 'Do you agree?', required: true }],
    },
  ],
}

const template = async (client: ApiClient) => {
  const definition = AGREEMENT
  const { id } = await create(client, '/v1/form-templates', { name: 'Agreement', definition })
  await client.post(`/v1/form-templates/${id}/publish`)
  return id
}

const request = async (client: ApiClient, more: object = {}) => {
  const { id: providerId } = await newProvider(client, { email: 'ana@example.org', ...more })
  const templateId = await template(client)
  return create(client, '/v1/provider-forms', { providerId, templateId })
}

/** The e-mails about a form, newest first: template and path of the link. */
const mailsAbout = async (id: string) => {
  const rows = await api.query<{ id: string; template: string; sealed: string }>(
    `SELECT id, template, sealed_variables AS sealed FROM messages WHERE subject_id = $1 ORDER BY id DESC`,
    [id],
  )
  const { cipher } = api.services.platform
  return rows.map(({ id: message, template: name, sealed }) => ({
    template: name,
    path: (open(cipher, message, sealed) as { path: string }).path,
  }))
}

const person = () => api.anonymous()
const answer = (path: string, given: Record<string, string>) =>
  person().send<string>({
    method: 'POST',
    path,
    headers: { ...BROWSER, ...FORM },
    body: String(new URLSearchParams({ _shown: 'agreed', ...given })),
  })

const listed = async (client: Pick<ApiClient, 'get'>) =>
  (await client.get<Page>('/v1/provider-forms')).body.data.map(({ id }) => id)

describe('a provider form', () => {
  test('is requested by e-mail, answered and signed through the link, and verifiable', async () => {
    const client = await api.createTenant()
    const { id, providerId } = await request(client)
    const [mail] = await mailsAbout(id)
    expect(mail).toMatchObject({ template: 'provider_form.request' })
    const page = (await person().send<string>({ path: mail!.path, headers: BROWSER })).text
    expect(page).toContain('<h1>Agreement</h1>')
    expect(page).not.toMatch(/about|child/)
    expect((await answer(mail!.path, { agreed: 'yes', _save: '1' })).text).toContain('Saved')
    const unsigned = await answer(mail!.path, { agreed: 'yes' })
    expect(unsigned.status).toBe(400)
    const signed = await answer(mail!.path, { agreed: 'yes', _signature: 'Ana Ruiz' })
    expect(signed.text).toContain('Thank you')
    expect((await client.get(`/v1/provider-forms/${id}`)).body).toMatchObject({
      providerId,
      status: 'SUBMITTED',
      answers: { agreed: true },
      signature: { signedName: 'Ana Ruiz', clientId: null },
    })
    expect((await client.get(`/v1/provider-forms/${id}/verification`)).body).toMatchObject({
      formId: id,
      valid: true,
    })
    const told = await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE kind = 'event' AND payload->>'formId' = $1 ORDER BY id`,
      [id],
    )
    expect(told.map(({ type }) => type)).toEqual([
      'provider_form.requested',
      'provider_form.submitted',
    ])
    await expect(
      api.query(
        `UPDATE form_responses SET provider_id = provider_id, answers = '{}' WHERE id = $1`,
        [id],
      ),
    ).rejects.toThrow('is locked')
  })

  test('is requested again with a new link, and never from an archived provider', async () => {
    const client = await api.createTenant()
    const { id, providerId } = await request(client)
    api.clock.advance(1000)
    expect((await client.post(`/v1/provider-forms/${id}/ask`)).status).toBe(200)
    const paths = (await mailsAbout(id)).map(({ path }) => path)
    expect(new Set(paths).size).toBe(2)
    expect(refusal(await client.post(`/v1/provider-forms/${id}/ask`))).toEqual([
      409,
      'invalid_transition',
    ])
    api.clock.advance(60_000)
    await client.post(`/v1/providers/${providerId as string}/archive`)
    expect(refusal(await client.post(`/v1/provider-forms/${id}/ask`))).toEqual([
      409,
      'record_archived',
    ])
    const over = { reason: 'Withdrawn.' }
    expect((await client.post(`/v1/provider-forms/${id}/cancel`, over)).status).toBe(200)
    const page = await person().send({ path: paths[0]!, headers: BROWSER })
    expect(page.status).toBe(410)
  })

  test('is not a form about a child, and a form about a child is not a provider form', async () => {
    const client = await api.createTenant()
    const form = await request(client)
    const { id: childId } = await newChild(client)
    const templateId = await template(client)
    const about = await create(client, '/v1/form-responses', { childId, templateId })
    expect(await listed(client)).toEqual([form.id])
    const ofChildren = await client.get<Page>('/v1/form-responses')
    expect(ofChildren.body.data.map(({ id }) => id)).toEqual([about.id])
    for (const path of [`/v1/form-responses/${form.id}`, `/v1/provider-forms/${about.id}`])
      expect((await client.get(path)).status).toBe(400)
    for (const subject of [
      'child_id = NULL',
      'provider_id = child_id',
      `child_id = NULL, id = 'pfm_1'`,
    ])
      await expect(
        api.query(`UPDATE form_responses SET ${subject} WHERE id = $1`, [about.id]),
      ).rejects.toThrow(/form_responses_(one_subject|subject_in_id)/)
  })
})

describe('a listener', () => {
  test('receives a submission in the same transaction', async () => {
    const client = await api.createTenant()
    const { id } = await request(client)
    const { platform } = api.services
    const heard: string[] = []
    const listening = (submitted: ProviderFormListener['submitted']) => {
      const registry = { ...platform.registry, providerFormListeners: [{ submitted }] }
      const ctx = systemContext(
        { ...platform, registry },
        { tenantId: client.tenantId, action: 'test' },
      )
      return submitProviderForm(ctx, { id, answers: { agreed: true }, signedName: 'Ana Ruiz' })
    }
    const refusing = listening(() => Promise.reject(new Error('the onboarding is over')))
    await expect(refusing).rejects.toThrow('the onboarding is over')
    expect((await client.get(`/v1/provider-forms/${id}`)).body).toMatchObject({ status: 'OPEN' })
    await listening(async (_, formId) => void heard.push(formId))
    expect(heard).toEqual([id])
  })
})

describe('access', () => {
  test('keys and people bound to a provider see only that provider', async () => {
    const client = await api.createTenant()
    const [mine, others] = [await request(client), await request(client)]
    const providerId = mine['providerId'] as string
    await create(client, '/v1/supervisions', {
      providerId: others['providerId'],
      supervisorId: providerId,
    })
    const bound = await api.createClient(client.tenantId, { providerId })
    expect(await listed(bound)).toEqual([mine.id])
    expect((await bound.get(`/v1/provider-forms/${others.id}`)).status).toBe(404)
    const therapist = await joinAs(api, client, { roles: ['THERAPIST'], providerId })
    expect(await listed(therapist)).toEqual([mine.id])
  })

  test('requires more than the permission to read forms of families', async () => {
    const client = await api.createTenant()
    await request(client)
    const reader = await joinAs(api, client, { roles: ['READ_ONLY'] })
    expect(refusal(await reader.get('/v1/provider-forms'))).toEqual([403, 'insufficient_role'])
    expect((await reader.get('/v1/form-responses')).status).toBe(200)
    const manager = await joinAs(api, client, { roles: ['MARKETPLACE_MANAGER'] })
    expect(await listed(manager)).toHaveLength(1)
    expect(refusal(await manager.get('/v1/form-responses'))).toEqual([403, 'insufficient_role'])
  })
})
