import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { QUESTION_TEXTS } from '#knowledge/record-questions/all-patterns.ts'
import { QUESTION_KINDS, SPOKEN } from '#knowledge/record-questions/rules.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Problem } from '../../../api/http/problem.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { openAssistant } from '../../knowledge/support.ts'
import { anAssistant, askAs, openQueens, TOOLS } from './support.ts'

let api: TestApi
let client: ApiClient
let centre: Awaited<ReturnType<typeof openQueens>>
let ask: ReturnType<typeof askAs>
let first: string
let second: string
let goalId: string
let assessmentId: string

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  centre = await openQueens(api, client)
  ask = askAs(client, await anAssistant(centre.world))
  const { child, book, goal, schedule } = centre
  first = (await book(child.id, '2026-12-01T10:00:00-05:00')).id
  second = (await book(child.id, '2026-12-08T10:00:00-05:00')).id
  goalId = (await goal(child.id)).id
  await goal(child.id, 'Waits for a turn')
  assessmentId = await schedule(child.id, '2026-11-28')
})

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const sourcesOf = ({ statements }: Awaited<ReturnType<typeof ask>>) =>
  statements.flatMap(({ records }) => records.map(({ href }) => href))

test('when the next appointment is, and with whom', async () => {
  const { child, provider, location } = centre
  const answer = await ask('When is Mia’s next appointment, and with whom?')
  expect(answer).toMatchObject({
    id: null,
    answer: expect.stringMatching(/Tuesday.*1 December 2026 at 10:00.*Anna Berg, at Queens/),
    notFound: false,
    generated: false,
    citations: [],
    childId: child.id,
    clarification: null,
    examples: [],
    context: { kind: 'NEXT_APPOINTMENT', childId: child.id },
  })
  expect(sourcesOf(answer)).toEqual([
    `/v1/appointments/${first}`,
    `/v1/children/${child.id}`,
    `/v1/providers/${provider.id}`,
    `/v1/locations/${location.id}`,
  ])
  for (const href of sourcesOf(answer)) expect((await client.get(href)).status).toBe(200)
})

test('how a goal is going, for the child of the request', async () => {
  const answer = await ask('How is her goal on /r/ going?', { childId: centre.child.id })
  expect(answer.statements).toMatchObject([
    { text: expect.stringContaining('“Says /r/ in words”'), records: [{ id: goalId }, {}] },
  ])
  const other = await ask('How is her goal on swimming going?', { childId: centre.child.id })
  expect(other.answer).toBe('Mia has no open goal on this.')
})

test('which assessments are due', async () => {
  const answer = await ask('Which assessments are due this month at Queens?')
  expect(answer.statements).toMatchObject([
    {
      text: expect.stringMatching(/^Mia: .* 28 November 2026/),
      records: [{ id: assessmentId }, {}],
    },
  ])
  const next = await ask('Which assessments are due next month at Queens?')
  expect(next.answer).toMatch(/^No assessment is due next month/)
})

test('an answer is recorded as a disclosure of each child whose records it shows', async () => {
  const before = await disclosures()
  await ask('Which appointments are there next week at Queens?')
  expect((await disclosures()) - before).toBe(1)
  await ask('When is the centre closed?')
  expect((await disclosures()) - before).toBe(1)
})

const disclosures = async (): Promise<number> => {
  const path = `/v1/children/${centre.child.id}/disclosures?limit=100`
  const { body } = await client.get<{ data: { action: string }[] }>(path)
  return body.data.filter(({ action }) => action === 'queryKnowledge').length
}

test.each(SPOKEN.flatMap((language) => QUESTION_KINDS.map((kind) => ({ language, kind }))))(
  '$kind in $language',
  async ({ language, kind }) => {
    const { example } = QUESTION_TEXTS[language][kind]
    const answer = await ask(example)
    expect([answer.context?.kind, answer.notFound]).toEqual([kind, false])
    expect(answer.statements.length).toBeGreaterThan(0)
    expect(answer.answer).toBe(answer.statements.map(({ text }) => text).join(' '))
    const named = answer.statements.flatMap(({ records }) => records)
    expect(named.length > 0 || kind === 'ASSESSMENT_COUNT').toBe(true)
    for (const { href } of named) expect((await client.get(href)).status).toBe(200)
  },
)

describe('a conversation', () => {
  test('continues with the context of the previous answer', async () => {
    const { context } = await ask('When is Mia’s next appointment?')
    const after = await ask('And the one after?', { context })
    expect(sourcesOf(after)).toContain(`/v1/appointments/${second}`)
    const place = await ask('And where?', { context: after.context })
    expect(place.answer).toMatch(/8 December.*at Queens\.$/)
    expect((await ask('And the one after?', { context: after.context })).answer).toBe(
      'Mia has no future appointment.',
    )
    expect((await ask('And next week?', { context })).answer).toMatch(/1 December/)
  })

  test('reads what the context names with the rights of the caller', async () => {
    const { context } = await ask('When is Mia’s next appointment?')
    const { world } = centre
    const stranger = await world.provider({ name: 'Mei Tanaka' })
    const scopes = ['children', 'bookings', 'sessions', 'ai'] as const
    const bound = await api.createClient(client.tenantId, {
      scopes: [...scopes],
      providerId: stranger.id,
    })
    const assistantId = await anAssistant(world)
    const following = async (childId: string) => {
      const asked = {
        assistantId,
        question: 'And the one after?',
        context: { ...context, childId },
      }
      const { status, body } = await bound.post<Problem>('/v1/ai/knowledge/query', asked)
      return { status, errors: body.errors }
    }
    const refused = await following(context!.childId!)
    expect(refused).toMatchObject({ status: 400, errors: [{ code: 'invalid_reference' }] })
    expect(refused).toEqual(await following(newId('child')))
  })

  test('is not stored', async () => {
    const [row] = await api.query<{ kept: number }>(
      `SELECT count(*)::int AS kept FROM kept_answers WHERE question LIKE '%next appointment%'`,
    )
    expect(row).toEqual({ kept: 0 })
  })
})

describe('names', () => {
  test('that several records have are asked back', async () => {
    const { world, book } = centre
    const others = []
    for (const lastName of ['Kern', 'Ost'])
      others.push(
        await world.make('/v1/children', { firstName: 'Leo', lastName, birthDate: '2020-02-02' }),
      )
    await book(others[1]!.id, '2026-12-02T10:00:00-05:00')
    const answer = await ask('When is Leo’s next appointment?')
    expect(answer).toMatchObject({ answer: null, notFound: true, statements: [] })
    expect(answer.clarification).toMatchObject({
      code: 'ambiguous_name',
      choices: [
        { type: 'CHILD', id: others[0]!.id, name: 'Leo Kern' },
        { type: 'CHILD', id: others[1]!.id, name: 'Leo Ost' },
      ],
    })
    const chosen = { context: { childId: others[1]!.id } }
    expect((await ask('When is Leo’s next appointment?', chosen)).answer).toMatch(/2 December/)
    expect((await ask('When is Leo Ost’s next appointment?')).answer).toMatch(/2 December/)
  })

  test.each(['mia weiss', 'MIA', 'Weiss Mia', 'Mía'])('are found as %s', async (name) => {
    expect((await ask(`How old is ${name}?`)).answer).toBe('Mia is 5 years and 6 months old.')
  })

  test('of providers are understood, and "my" is the provider of the caller', async () => {
    expect((await ask('When is Anna Berg’s next appointment?')).answer).toMatch(
      /with Mia, at Queens/,
    )
    const own = await api.createClient(client.tenantId, {
      scopes: ['children', 'bookings', 'ai'],
      providerId: centre.provider.id,
    })
    const asOwn = askAs(own, await anAssistant(centre.world))
    expect((await asOwn('When is my next appointment?')).answer).toMatch(/with Mia, at Queens/)
  })
})

test('a question about records and documents is answered from both', async () => {
  const both = await openAssistant(api, client, { tools: TOOLS })
  const contents = 'Appointments can be cancelled until 24 hours before they begin.'
  await both.upload({ name: 'cancel.txt', contents })
  const answer = await both.ask(
    'When is Mia’s next appointment, and how late can we cancel an appointment?',
  )
  expect(answer.statements).toHaveLength(1)
  expect(answer.citations).toHaveLength(1)
  expect(answer.answer).toBe(`${answer.statements[0]!.text} ${contents}`)
})

test('what is not answered lists what could be', async () => {
  const answer = await ask('What is the wifi password?')
  expect(answer).toMatchObject({ notFound: true, statements: [], clarification: null })
  expect(answer.examples).toHaveLength(QUESTION_KINDS.length)
})
