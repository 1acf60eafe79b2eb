import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { joinAs } from '../../staff/support.ts'

let api: TestApi
let centre: ApiClient

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
})

afterAll(() => api[Symbol.asyncDispose]())

interface Assistant {
  id: string
  answerStyle: string
  publishedVersion: number
}

const AS_SPECIFIED = {
  name: 'Front desk',
  scope: 'organization',
  tools: ['bookings', 'child_records', 'assessments'],
}

const create = async (body: object) => {
  const { status, body: made, text } = await centre.post<Assistant>('/v1/ai/assistants', body)
  expect([status, text]).toEqual([201, text])
  return made
}

test('an assistant is created as specified, with a published version', async () => {
  const made = await create(AS_SPECIFIED)
  expect(made).toMatchObject({ ...AS_SPECIFIED, publishedVersion: 1, languages: ['en'] })
  const { body } = await centre.get(`/v1/ai/assistants/${made.id}/versions/1`)
  expect(body).toMatchObject({ tools: AS_SPECIFIED.tools, answerStyle: 'BRIEF' })
})

test('settings apply once they are published, and versions are immutable', async () => {
  const { id } = await create(AS_SPECIFIED)
  await centre.patch(`/v1/ai/assistants/${id}`, { answerStyle: 'DETAILED' })
  const draft = await centre.get<Assistant>(`/v1/ai/assistants/${id}`)
  expect(draft.body).toMatchObject({ answerStyle: 'DETAILED', publishedVersion: 1 })
  const published = await centre.post<Assistant>(`/v1/ai/assistants/${id}/publish`)
  expect(published.body.publishedVersion).toBe(2)
  const styles = await Promise.all(
    [1, 2].map((number) => centre.get<Assistant>(`/v1/ai/assistants/${id}/versions/${number}`)),
  )
  expect(styles.map(({ body }) => body.answerStyle)).toEqual(['BRIEF', 'DETAILED'])
  const again = await centre.post<{ code: string }>(`/v1/ai/assistants/${id}/publish`)
  expect(again.body.code).toBe('nothing_to_publish')
})

test.each([
  ['a tool that nobody knows', { tools: ['shell'] }, 'validation_failed'],
  ['a scope that is no place', { scope: 'everywhere' }, 'validation_failed'],
  [
    'a location of somebody else',
    { scope: 'location:loc_01m7zavmhde4es2ts9few7fzev' },
    'invalid_reference',
  ],
  ['a role that is not there', { roles: ['rol_01m7zavmhde4es2ts9few7fzev'] }, 'invalid_reference'],
])('refuses %s', async (_, wrong, code) => {
  const { body } = await centre.post<{ code: string }>('/v1/ai/assistants', {
    ...AS_SPECIFIED,
    ...wrong,
  })
  expect(body.code).toBe(code)
})

test('people of one location see its assistants and those of the whole centre', async () => {
  const locations = await Promise.all(
    ['Mitte', 'Nord'].map((name) =>
      centre.post<{ id: string }>('/v1/locations', { name, timeZone: 'Europe/Berlin' }),
    ),
  )
  const [here, there] = locations.map(({ body }) => body.id)
  const ours = await create({ ...AS_SPECIFIED, scope: `location:${here}` })
  const theirs = await create({ ...AS_SPECIFIED, scope: `location:${there}` })
  const everybodys = await create(AS_SPECIFIED)
  const bound = await joinAs(api, centre, { roles: ['SCHEDULER'], locationIds: [here!] })
  const statuses = await Promise.all(
    [ours, theirs, everybodys].map(async ({ id }) => {
      const { status } = await bound.get(`/v1/ai/assistants/${id}`)
      return status
    }),
  )
  expect(statuses).toEqual([200, 404, 200])
})
