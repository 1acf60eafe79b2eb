import type { KnowledgeAnswer } from '#knowledge/answers/schemas.ts'
import { createWorld, type World } from '../../contract/world.ts'
import type { ApiClient, TestApi } from '../../support/api.ts'

/** The tools with which assistants answer questions about records. */
export const TOOLS = [
  'bookings',
  'child_records',
  'assessments',
  'goals',
  'sessions',
  'availability',
]

/** A centre at Queens where Anna treats Mia, on 24 November 2026. */
export const openQueens = async (api: TestApi, client: ApiClient) => {
  const world = createWorld(api, client)
  const { make } = world
  const location = await make('/v1/locations', { name: 'Queens', timeZone: 'America/New_York' })
  const provider = await make('/v1/providers', { name: 'Anna Berg', locationIds: [location.id] })
  const service = await world.service()
  const child = await make('/v1/children', {
    firstName: 'Mia',
    lastName: 'Weiss',
    birthDate: '2021-04-30',
    locationId: location.id,
    primaryProviderId: provider.id,
    alerts: [{ kind: 'ALLERGY', text: 'Peanuts: carries an autoinjector' }],
  })
  const book = (childId: string, startsAt: string) =>
    make('/v1/appointments', {
      childId,
      providerId: provider.id,
      serviceId: service.id,
      locationId: location.id,
      startsAt,
    })
  const goal = (childId: string, title = 'Says /r/ in words') =>
    make('/v1/goals', {
      childId,
      area: 'Articulation',
      title,
      unit: 'percent',
      baseline: { value: 20 },
      target: { value: 80, dueOn: '2027-03-31' },
      criteria: { consecutive: 2 },
    })
  const instrument = await world.instrument()
  const schedule = async (childId: string, startsOn: string) => {
    const made = await make('/v1/assessment-schedules', {
      childId,
      instrumentId: instrument.id,
      locationId: location.id,
      timing: 'EVERY',
      startsOn,
      months: 6,
    })
    return (made['next'] as { assessmentId: string }).assessmentId
  }
  return { world, location, provider, child, book, goal, instrument, schedule }
}

/** Asks an assistant as one of its callers. */
export const askAs =
  (client: Pick<ApiClient, 'post'>, assistantId: string) =>
  async (question: string, more: object = {}): Promise<KnowledgeAnswer> => {
    const path = '/v1/ai/knowledge/query'
    const { status, body, text } = await client.post<KnowledgeAnswer>(path, {
      assistantId,
      question,
      ...more,
    })
    if (status !== 200) throw new Error(`${question}: ${status} ${text}`)
    return body
  }

export const anAssistant = async (
  { make }: Pick<World, 'make'>,
  settings: object = {},
): Promise<string> => {
  const made = await make('/v1/ai/assistants', {
    name: 'Front desk',
    scope: 'organization',
    tools: TOOLS,
    languages: ['en', 'de', 'es'],
    ...settings,
  })
  return made.id
}
