import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { anAssistant, askAs, openQueens } from './support.ts'

/** Answers write dates and times as the messages of the centre do. */

let api: TestApi
let client: ApiClient
let ask: ReturnType<typeof askAs>

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  const american = { currency: 'USD', defaultTimeZone: 'America/New_York' }
  expect((await client.patch('/v1/organization', american)).status).toBe(200)
  const { world, child, book, goal, schedule } = await openQueens(api, client)
  ask = askAs(client, await anAssistant(world))
  await book(child.id, '2026-12-01T15:00:00-05:00')
  await goal(child.id)
  await schedule(child.id, '2026-11-28')
})

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const answerTo = async (question: string, timeFormat: 'H12' | 'H24' | null): Promise<string> => {
  const { status } = await client.patch('/v1/message-settings', { timeFormat })
  expect(status).toBe(200)
  return (await ask(question)).answer!.replaceAll(/\s/g, ' ')
}

const VISIT = {
  en: 'When is Mia’s next appointment?',
  de: 'Wann ist Mias nächster Termin?',
  es: '¿Cuándo es la próxima cita de Mia?',
}

test.each([
  ['en', null, 'Tuesday, December 1, 2026 at 3:00 PM (EST)'],
  ['en', 'H24', 'Tuesday, December 1, 2026 at 15:00 (EST)'],
  ['de', null, 'Dienstag, 1. Dezember 2026 um 15:00 (GMT-5)'],
  ['de', 'H12', 'Dienstag, 1. Dezember 2026 um 3:00 PM (GMT-5)'],
  ['es', null, 'martes, 1 de diciembre de 2026, 15:00 (GMT-5)'],
  ['es', 'H12', 'martes, 1 de diciembre de 2026, 3:00 p. m. (GMT-5)'],
] as const)('in the language %s with hours %s', async (language, timeFormat, when) => {
  expect(await answerTo(VISIT[language], timeFormat)).toContain(when)
})

test.each([
  ['When was Mia born?', 'Friday, April 30, 2021'],
  ['Which assessments are due this month at Queens?', 'Saturday, November 28, 2026'],
  ['How are Mia’s goals going?', 'by Wednesday, March 31, 2027'],
  ['Does Mia have an appointment next week?', 'Tuesday, December 1, 2026 at 3:00 PM'],
])('days are written as in messages: %s', async (question, day) => {
  expect(await answerTo(question, null)).toContain(day)
})
