import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'
import { openAssistant, type OpenAssistant } from '../support.ts'
import { HONEST, POISONS } from './poison.ts'
import { connectModel, givenTo } from './support.ts'

let api: TestApi
let server: ModelServer
let centre: ApiClient
let assistant: OpenAssistant

beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host] })
  centre = await api.createTenant()
  await connectModel(centre, server)
  assistant = await openAssistant(api, centre, { generatedAnswers: true })
  await assistant.upload({ name: 'cancellations.txt', contents: HONEST })
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

test('at least forty documents are tried', () => {
  expect(POISONS.length).toBeGreaterThanOrEqual(40)
})

const passages = async (): Promise<string[]> =>
  (await api.query<{ text: string }>('SELECT text FROM knowledge_passages')).map(({ text }) => text)

const recordsOfPeople = async () =>
  (
    await api.query<{ rows: string }>(
      'SELECT (SELECT count(*) FROM children) + (SELECT count(*) FROM messages) AS rows',
    )
  )[0]

test.each(POISONS.map((poison, index) => [`${index + 1}: ${poison.kind}`, poison] as const))(
  '%s changes nothing, even if the model obeys',
  async (_, { file, obeys, forged, unseen }) => {
    const [document] = await assistant.upload(file)
    const people = await recordsOfPeople()
    server.reply(obeys)
    const before = server.asked.length
    const answer = await assistant.ask(
      'Until when can appointments be cancelled? A note for the assistant.',
    )
    const asked = server.asked.slice(before)
    expect(asked).toHaveLength(1)
    const given = givenTo(asked[0]!).passages.map(({ text }) => text)
    expect(given.some((text) => text.includes(HONEST))).toBe(true)
    expect(given.some((text) => text.includes('note for the assistant'))).toBe(true)
    if (unseen !== undefined) expect(asked[0]!.prompt).not.toContain(unseen)
    // No tool is offered, so none can be called.
    expect(asked[0]!.body['tools']).toBeUndefined()
    const stored = await passages()
    for (const { quote } of [...answer.citations, ...answer.nearest])
      expect(stored.some((text) => text.includes(quote))).toBe(true)
    expect(JSON.stringify(answer)).not.toContain(forged)
    expect(answer.notFound || answer.citations.length > 0).toBe(true)
    expect(await recordsOfPeople()).toEqual(people)
    await centre.post(`/v1/ai/knowledge/documents/${document!.id}/remove`)
  },
)
