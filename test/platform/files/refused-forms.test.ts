import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LINK_PURPOSES } from '#registry/link-purposes.ts'
import type { ProviderOnboarding } from '#marketplace/provider-onboardings/schemas.ts'
import { operations } from '../../../api/resources/index.ts'
import { createWorld, type World } from '../../contract/world.ts'
import { startApi, type ApiAnswer, type TestApi } from '../../support/api.ts'
import { storedKeys } from '../../support/stored-keys.ts'

/** A form with files is accepted as a whole, or it leaves nothing: no record, no file and no other change. */

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(() => api[Symbol.asyncDispose]())

const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'

interface Part {
  field: string
  contents?: string
  type?: string
}

const formOf = async (files: readonly Part[], fields: Record<string, string>) => {
  const form = new FormData()
  for (const { field, contents = PDF, type = 'application/pdf' } of files)
    form.append(field, new Blob([contents], { type }), 'Diploma.pdf')
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const request = new Response(form)
  return {
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type')! },
  }
}

type Send = (files: readonly Part[], fields?: Record<string, string>) => Promise<ApiAnswer>

interface FormPlace {
  /** Sends a form, and says what the centre has of it afterwards. */
  open: () => Promise<{ send: Send; left: () => Promise<unknown> }>
  /** Forms with a valid part and one that is refused. */
  refused: Record<string, { files: readonly Part[]; fields?: Record<string, string> }>
}

/** Every operation and every page that takes files with other fields. */
const PLACES: Record<string, FormPlace> = {
  'provider-application': {
    open: async () => {
      const { id } = await world.onboarding()
      const path = await world.applicationLink(id)
      return {
        send: async (files, fields = {}) =>
          api.anonymous().send({ method: 'POST', path, ...(await formOf(files, fields)) }),
        left: async () => {
          const { body } = await world.client.get<ProviderOnboarding>(
            `/v1/provider-onboardings/${id}`,
          )
          const { items, providerId, status } = body
          const documents = await api.query(
            'SELECT id FROM attachments WHERE tenant_id = $1 AND provider_id = $2',
            [world.client.tenantId, providerId],
          )
          return { items, status, documents }
        },
      }
    },
    refused: {
      'a file that is not asked for': { files: [{ field: 'diploma' }, { field: 'interview' }] },
      'a file of an unknown item': { files: [{ field: 'nothing' }, { field: 'diploma' }] },
      'a file with other content': {
        files: [{ field: 'diploma', contents: 'no PDF' }],
        fields: { 'references.name.1': 'Jana Kern', 'references.email.1': 'jana@example.com' },
      },
      'a wrong field': {
        files: [{ field: 'diploma' }],
        fields: { 'references.name.1': 'Jana Kern', 'references.email.1': 'nowhere' },
      },
    },
  },
  uploadKnowledge: {
    open: async () => {
      const { id: assistantId } = await world.assistant()
      return {
        send: async (files, fields = {}) => {
          const form = await formOf(files, { assistantId, ...fields })
          return world.client.send({ method: 'POST', path: '/v1/ai/knowledge', ...form })
        },
        left: () =>
          api.query('SELECT id FROM knowledge_documents WHERE tenant_id = $1', [
            world.client.tenantId,
          ]),
      }
    },
    refused: {
      'a file of an unknown field': { files: [{ field: 'files' }, { field: 'more' }] },
      'an unknown field': { files: [{ field: 'files' }], fields: { unknown: 'x' } },
      'a document that is not there': {
        files: [{ field: 'files' }],
        fields: { replacesId: 'kdc_01jd3v3a0m4g9x8q2w7c5t6y1z' },
      },
    },
  },
}

const filesOf = () => storedKeys(api.services.platform.files, world.client.tenantId)

test('every operation and page that takes a form with files is tested here', () => {
  const taking = [
    ...operations.filter(({ form }) => form).map(({ id }) => id),
    ...Object.entries(LINK_PURPOSES)
      .filter(([, purpose]) => 'receive' in purpose)
      .map(([name]) => name),
  ]
  expect(taking.toSorted()).toEqual(Object.keys(PLACES).toSorted())
})

describe.each(Object.entries(PLACES))('%s', (_, { open, refused }) => {
  test.each(Object.entries(refused))('with %s leaves nothing', async (_title, form) => {
    const { send, left } = await open()
    const before = [await left(), await filesOf()]
    const answer = await send(form.files, form.fields)
    expect([400, 404, 422], answer.text).toContain(answer.status)
    expect([await left(), await filesOf()]).toEqual(before)
  })
})
