import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_FORM_BYTES } from '../../../api/http/form-with-files.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { ProviderOnboarding } from '#marketplace/provider-onboardings/schemas.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { startApi, type ApiAnswer, type TestApi } from '../../support/api.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(() => api[Symbol.asyncDispose]())

const refusal = ({ status, body }: ApiAnswer) => [status, (body as Json)['code']]
const get = async (id: string) =>
  (await world.client.get<ProviderOnboarding>(`/v1/provider-onboardings/${id}`)).body
const start = async () => {
  const { id } = await world.onboarding()
  return { id, link: await world.applicationLink(id) }
}
interface Sent {
  field: string
  bytes: Uint8Array<ArrayBuffer>
  name?: string
  type?: string
}
/** Sent like the form of the page. */
const formOf = (files: readonly Sent[], fields: Record<string, string> = {}) => {
  const form = new FormData()
  for (const { field, bytes, name = 'Diploma.pdf', type = 'application/pdf' } of files)
    form.append(field, new Blob([bytes], { type }), name)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const send = async (
  link: string,
  given: FormData | string,
  more: Record<string, string> = {},
): Promise<ApiAnswer> => {
  // A browser puts the boundary into the content type.
  const request = new Response(given)
  const type = request.headers.get('content-type')!
  const body = Buffer.from(await request.arrayBuffer())
  return api
    .anonymous()
    .send({ method: 'POST', path: link, body, headers: { 'content-type': type, ...more } })
}
const documentsOf = async (providerId: string) =>
  (await world.client.get<{ data: Json[] }>(`/v1/provider-documents?providerId=${providerId}`)).body
    .data

describe('a document', () => {
  test('is uploaded on the page, stored unchanged, and completes its item', async () => {
    const { id, link } = await start()
    const answer = await send(link, formOf([{ field: 'diploma', bytes: PDF }]))
    expect(answer.status, answer.text).toBe(200)
    const { items, providerId, status } = await get(id)
    expect(status).toBe('DOCUMENTS')
    expect(items[0]).toMatchObject({ key: 'diploma', status: 'PROVIDED', waitingOn: 'VERIFIER' })
    expect(await documentsOf(providerId)).toMatchObject([
      {
        id: items[0]!.documentId,
        name: 'Diploma.pdf',
        status: 'READY',
        sha256: createHash('sha256').update(PDF).digest('hex'),
      },
    ])
    const again = await send(link, formOf([{ field: 'diploma', bytes: PDF }]))
    expect(refusal(again)).toEqual([400, 'validation_failed'])
    expect(await documentsOf(providerId)).toHaveLength(1)
  })

  test('sent twice at the same time is stored once', async () => {
    const { id, link } = await start()
    const answers = await Promise.all(
      [1, 2].map(() => send(link, formOf([{ field: 'diploma', bytes: PDF }]))),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const { items, providerId } = await get(id)
    expect(await documentsOf(providerId)).toMatchObject([{ id: items[0]!.documentId }])
  })

  test('is sent together with the other fields', async () => {
    const { id, link } = await start()
    const people = {
      'references.name.1': 'Dr. Jana Kern',
      'references.email.1': 'jana.kern@example.com',
    }
    const answer = await send(link, formOf([{ field: 'diploma', bytes: PDF }], people))
    expect(answer.status, answer.text).toBe(200)
    const { items } = await get(id)
    expect(items.map((it) => it.status)).toEqual(['PROVIDED', 'WAITING', 'WAITING'])
    expect(items[1]!.references).toMatchObject([{ name: 'Dr. Jana Kern', status: 'ASKED' }])
  })

  test('whose content does not match its type is refused at its field, and nothing is stored', async () => {
    const { id, link } = await start()
    const answer = await send(link, formOf([{ field: 'diploma', bytes: PNG }]))
    expect(refusal(answer)).toEqual([422, 'file_refused'])
    expect((answer.body as Json)['errors']).toMatchObject([
      { path: 'diploma', code: 'content_mismatch' },
    ])
    const { items, providerId } = await get(id)
    expect(items[0]).toMatchObject({ status: 'WAITING', documentId: null })
    expect(await documentsOf(providerId)).toEqual([])
    const page = await send(link, formOf([{ field: 'diploma', bytes: PNG }]), BROWSER)
    expect(page.text).toContain('The content of this file does not match its name.')
    expect(page.text).toContain('enctype="multipart/form-data"')
  })

  test('that is refused keeps the other input', async () => {
    const { link } = await start()
    const form = formOf([{ field: 'diploma', bytes: PNG }], { 'references.name.1': 'Jana Kern' })
    expect((await send(link, form, BROWSER)).text).toContain('value="Jana Kern"')
  })

  test.each([
    ['of a type that is not asked for', { field: 'diploma', type: 'image/png', name: 'a.png' }],
    ['for what takes none', { field: 'references' }],
    ['for what the centre does', { field: 'interview' }],
    ['for what is not there', { field: 'nothing' }],
  ])('%s is refused', async (_, sent) => {
    const { link } = await start()
    const answer = await send(link, formOf([{ bytes: PDF, ...sent }]))
    expect(refusal(answer)).toEqual([400, 'validation_failed'])
    expect((answer.body as Json)['errors']).toMatchObject([
      { path: sent.field, code: 'not_allowed' },
    ])
  })

  test('is refused after the onboarding ends, or through a link that does not ask for it', async () => {
    const { id, link } = await start()
    await world.make(`/v1/provider-onboardings/${id}/withdraw`, { reason: 'Moved away.' })
    const late = await send(link, formOf([{ field: 'diploma', bytes: PDF }]))
    expect(refusal(late)).toEqual([410, 'link_expired'])
    const { referenceId } = await world.namedReferee()
    const other = await world.referenceLink(referenceId)
    const answer = await send(other, formOf([{ field: 'diploma', bytes: PDF }]))
    expect(refusal(answer)).toEqual([415, 'unsupported_media_type'])
  })

  test('is refused if the form is too large, has too many parts, or is malformed', async () => {
    const { link } = await start()
    const large = Buffer.alloc(MAX_FORM_BYTES + 1)
    const answers = [
      await send(link, formOf([{ field: 'diploma', bytes: large }])),
      await send(
        link,
        formOf([], Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`f${at}`, 'x']))),
      ),
    ]
    for (const answer of answers) expect(refusal(answer)).toEqual([413, 'payload_too_large'])
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const broken = await send(link, 'nothing of the kind', { 'content-type': type })
      expect(refusal(broken)).toEqual([400, 'validation_failed'])
    }
  })

  test('that is returned is requested again with the reason, and sent again', async () => {
    const { id, link } = await start()
    await send(link, formOf([{ field: 'diploma', bytes: PDF }]))
    const reason = 'The second page is missing.'
    await world.make(`/v1/provider-onboardings/${id}/items/diploma/return`, { reason })
    const page = await api.anonymous().send({ method: 'GET', path: link, headers: BROWSER })
    expect(page.text).toContain(reason)
    await send(link, formOf([{ field: 'diploma', bytes: PDF }]))
    const { items, providerId } = await get(id)
    expect(items[0]!.status).toBe('PROVIDED')
    expect(await documentsOf(providerId)).toHaveLength(2)
  })
})

describe('an agreement', () => {
  const contextOf = (action: string) =>
    systemContext(api.services.platform, { tenantId: world.client.tenantId, action })
  const doNext = async (subjectId: string) => {
    const kind = 'providerOnboarding'
    const { next } = await planSteps(contextOf('planSteps'), { kind, subjectId })
    await runStep(contextOf('runStep'), {
      kind,
      subjectId,
      step: next!.step,
      dueAt: new Date(next!.dueAt),
    })
    return next!.step
  }
  const startWithContract = async (more: object[] = []) => {
    const formTemplateId = (await world.formTemplate()).id
    const contract = { key: 'contract', kind: 'AGREEMENT', title: 'Contract', formTemplateId }
    const plan = await world.make('/v1/onboarding-plans', {
      name: 'With a contract',
      requirements: [contract, ...more],
    })
    await world.make(`/v1/onboarding-plans/${plan.id}/publish`)
    const { id } = await world.make('/v1/provider-onboardings', {
      ...(await world.newOnboarding()),
      planId: plan.id,
    })
    const formId = (await get(id)).items[0]!.formId!
    return { id, formId }
  }
  const sign = async (formId: string): Promise<ApiAnswer> => {
    const expiresAt = new Date('2027-12-01T10:00:00Z')
    const { path } = await transact(contextOf('createLink'), 'provider-documents:write', (tx) =>
      createLink(tx, {
        purpose: 'provider-form',
        subject: { type: 'providerForm', id: formId },
        language: 'en',
        expiresAt,
      }),
    )
    return api.anonymous().post(path, { sleepsBadly: true, _signature: 'Ana Ruiz' })
  }
  const formOfProvider = async (formId: string) =>
    (await world.client.get<Json>(`/v1/provider-forms/${formId}`)).body

  test('is requested with the invitation and completed by its signature', async () => {
    const { id, formId } = await startWithContract()
    expect(await formOfProvider(formId)).toMatchObject({ status: 'OPEN', askedAt: null })
    expect(await doNext(id)).toBe('invitation')
    expect(await formOfProvider(formId)).toMatchObject({
      askedAt: expect.stringContaining('T') as string,
    })
    const answer = await sign(formId)
    expect(answer.status, answer.text).toBe(200)
    const { items, status } = await get(id)
    expect(items[0]).toMatchObject({ status: 'PROVIDED', waitingOn: 'VERIFIER' })
    expect(status).toBe('VERIFICATION')
  })

  test('that is returned gets a new form, and a waived one is no longer requested', async () => {
    const { id, formId } = await startWithContract()
    await sign(formId)
    const item = `/v1/provider-onboardings/${id}/items/contract`
    await world.make(`${item}/return`, { reason: 'The wrong name.' })
    const other = (await get(id)).items[0]!.formId!
    expect(other).not.toBe(formId)
    await world.make(`${item}/waive`, { reason: 'Signed on paper.' })
    expect([await doNext(id), await doNext(id)]).toEqual(['invitation', 'closing'])
    expect(await formOfProvider(other)).toMatchObject({ status: 'CANCELLED' })
    expect(await formOfProvider(formId)).toMatchObject({ status: 'SUBMITTED' })
  })

  /** Everything applicants leave behind: a signature, a file and a referee. */
  const applyWhole = async () => {
    const { id, formId } = await startWithContract([
      { key: 'diploma', kind: 'DOCUMENT', title: 'Diploma' },
      { key: 'references', kind: 'REFERENCE', title: 'A reference', references: 1 },
    ])
    await sign(formId)
    const people = {
      'references.name.1': 'Dr. Jana Kern',
      'references.email.1': 'jana.kern@example.com',
    }
    const link = await world.applicationLink(id)
    const answer = await send(link, formOf([{ field: 'diploma', bytes: PDF }], people))
    expect(answer.status, answer.text).toBe(200)
    return { id, formId, providerId: (await get(id)).providerId }
  }

  test('of an applicant who was not approved is deleted a year later with all other data', async () => {
    const { id, formId, providerId } = await applyWhole()
    await world.make(`/v1/provider-onboardings/${id}/reject`, { reason: 'Another was faster.' })
    const { decidedAt } = await get(id)
    expect(await doNext(id)).toBe('decision')
    const { next } = await planSteps(contextOf('planSteps'), {
      kind: 'providerOnboarding',
      subjectId: id,
    })
    const dueAt = new Date(Date.parse(decidedAt!) + 365 * DAY_MS).toISOString()
    expect(next).toMatchObject({ step: 'deletion', dueAt })

    const followUps = await world.client.get<{ data: { id: string }[] }>(
      `/v1/follow-ups?subjectId=${id}`,
    )
    await world.make(`/v1/follow-ups/${followUps.body.data[0]!.id}/steps/deletion/run-now`)
    expect(await doNext(id)).toBe('deletion')
    expect(await documentsOf(providerId)).toMatchObject([{ status: 'REMOVED' }])
    const form = await world.client.get(`/v1/provider-forms/${formId}`)
    expect(refusal(form)).toEqual([404, 'not_found'])
    const { items, status, reason } = await get(id)
    expect({ status, reason }).toEqual({ status: 'REJECTED', reason: 'Another was faster.' })
    expect(items.map((it) => [it.key, it.formId, it.references])).toEqual([
      ['contract', null, []],
      ['diploma', null, []],
      ['references', null, []],
    ])
    const stored = await api.query(
      'SELECT 1 FROM attachments WHERE provider_id = $1 AND storage_key IS NOT NULL',
      [providerId],
    )
    expect(stored).toEqual([])
  })

  test('of an applicant who applied again or was approved is never deleted', async () => {
    const { id, formId, providerId } = await applyWhole()
    const deleting = `DELETE FROM form_signatures WHERE response_id = $1`
    await expect(api.query(deleting, [formId])).rejects.toThrow('append-only')
    await world.make(`/v1/provider-onboardings/${id}/withdraw`, { reason: 'Moved away.' })
    const { planId } = await world.newOnboarding()
    await world.make('/v1/provider-onboardings', { planId, providerId })
    const { next } = await planSteps(contextOf('planSteps'), {
      kind: 'providerOnboarding',
      subjectId: id,
    })
    expect(next).toBeNull()
    await expect(api.query(deleting, [formId])).rejects.toThrow('append-only')
  })
})
