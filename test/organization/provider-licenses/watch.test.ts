import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import type { FollowUp } from '#messaging/follow-ups/schemas.ts'
import type { ProviderLicense } from '#organization/provider-licenses/schemas.ts'
import { watchLicenses } from '#organization/provider-licenses/watch-licenses.ts'
import type { Provider } from '#organization/providers/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { dayOf, dateOf } from '#platform/core/time/local-time.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { newChild, newLocation, newProvider } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { createLicenses } from './new-license.ts'

let api: TestApi
let client: ApiClient
let licenses: ReturnType<typeof createLicenses>

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api[Symbol.asyncDispose]())
beforeEach(async () => {
  client = await api.createTenant()
  licenses = createLicenses(client)
  await client.patch('/v1/organization', { defaultTimeZone: 'America/Chicago' })
})

/** With a token valid on the day. */
const at = async (instant: string | Date) => {
  api.clock.set(instant)
  client = await api.createClient(client.tenantId)
  licenses = createLicenses(client)
}
const watch = (options = {}) => watchLicenses(api.services.platform, options)

const EVENTS = `
  SELECT type, created_at AS "at", payload FROM outbox
  WHERE tenant_id = $1 AND kind = 'event' AND (type LIKE 'provider_license.expir%' OR type LIKE 'provider.%ed')
    AND type NOT IN ('provider.created', 'provider.updated') ORDER BY seq`
const eventsOf = async () =>
  (await api.query<{ type: string; at: Date }>(EVENTS, [client.tenantId])).map(
    ({ type, at: when }) => `${type} ${when.toISOString().slice(0, 13)}`,
  )
const messagesOf = (subjectId: string) =>
  api.query<{ template: string; recipient_id: string }>(
    'SELECT template, recipient_id FROM messages WHERE subject_id = $1 ORDER BY created_at',
    [subjectId],
  )
const statusOf = async ({ providerId }: ProviderLicense) => {
  const { body } = await client.get<Provider>(`/v1/providers/${providerId}`)
  return [body.status, body.suspensionReason]
}
const provider = (more = {}) =>
  newProvider(client, { name: 'Dr. Ana Ruiz', email: 'ana@example.org', ...more })

describe('an expiring license', () => {
  const EXPIRES = '2027-10-31'

  test('sends four reminders over a year, suspends its provider on the day of expiry, and lifts the suspension after the renewal', async () => {
    await at('2026-11-24T12:00:00Z')
    const { id: locationId } = await newLocation(client, { timeZone: 'America/Chicago' })
    const { id: providerId } = await provider({ locationIds: [locationId] })
    const { id: otherId } = await newProvider(client, {
      name: 'Ben Ode',
      locationIds: [locationId],
    })
    const license = await licenses.verified({ providerId, expiresOn: EXPIRES })
    const { id: childId } = await newChild(client)
    const booking = (startsAt: string) => ({
      childId,
      providerId,
      type: 'THERAPY_SESSION',
      startsAt,
    })

    // Every day of the year, several hours in a row like the schedule.
    for (let day = 0; day < 345; day += 1) {
      const date = dateOf(dayOf('2026-11-24') + day)
      for (const hour of ['05:07', '06:07', '13:07', '14:07', '20:07']) {
        api.clock.set(`${date}T${hour}:00Z`)
        await watch()
      }
      if (date === '2027-10-30') {
        await at(`${date}T22:00:00Z`)
        expect(await statusOf(license)).toEqual(['APPROVED', null])
        const kept = await client.post('/v1/appointments', booking('2027-11-08T15:00:00Z'))
        expect(kept.status, kept.text).toBe(201)
      }
    }
    expect(await eventsOf()).toEqual([
      // By the centre's clock: 8 in the morning, and midnight.
      'provider_license.expiring 2027-08-02T13',
      'provider_license.expiring 2027-09-01T13',
      'provider_license.expiring 2027-10-01T13',
      'provider_license.expiring 2027-10-24T13',
      'provider_license.expired 2027-10-31T05',
      'provider.suspended 2027-10-31T05',
    ])
    const message = { template: 'provider_license.expiring', recipient_id: providerId }
    expect(await messagesOf(license.id)).toEqual([message, message, message, message])

    await at('2027-11-02T12:00:00Z')
    expect(await statusOf(license)).toEqual(['SUSPENDED', 'LICENSE_EXPIRED'])
    const refused = await client.post('/v1/appointments', booking('2027-11-09T15:00:00Z'))
    expect(refused.body).toMatchObject({
      code: 'slot_unavailable',
      blocks: ['provider_suspended'],
    })
    // Nothing is cancelled: future appointments are listed with other providers who could take them.
    const { body: affected } = await client.get<{
      affectedCount: number
      affected: { appointmentId: string; options: { providerId: string }[] }[]
    }>(`/v1/providers/${providerId}/affected-appointments`)
    expect(affected.affectedCount).toBe(1)
    expect(affected.affected[0]!.options.length).toBeGreaterThan(0)
    expect(new Set(affected.affected[0]!.options.map((it) => it.providerId))).toEqual(
      new Set([otherId]),
    )
    const { body: kept } = await client.get<{ status: string }>(
      `/v1/appointments/${affected.affected[0]!.appointmentId}`,
    )
    expect(kept.status).toBe('CONFIRMED')
    expect(await asked(license)).toEqual(['expired'])

    await client.patch(`/v1/provider-licenses/${license.id}`, { expiresOn: '2029-10-31' })
    await licenses.verify(license)
    const note = 'Renewed'
    expect((await client.post(`/v1/providers/${providerId}/reinstate`, { note })).status).toBe(200)
    expect(await asked(license)).toEqual([])
    expect((await client.post('/v1/appointments', booking('2027-11-09T15:00:00Z'))).status).toBe(
      201,
    )
    expect((await eventsOf()).at(-1)).toMatch(/^provider\.reinstated/)
    expect(await watch()).toBe(0)
  })

  /** Steps that need a person, after a new plan. */
  const asked = async ({ id: subjectId }: ProviderLicense) => {
    const ctx = systemContext(api.services.platform, { tenantId: client.tenantId, action: 'x' })
    await planAndRun(ctx, subjectId)
    const { body } = await client.get<{ data: FollowUp[] }>(`/v1/follow-ups?subjectId=${subjectId}`)
    return body.data.flatMap(({ steps }) =>
      steps.filter(({ actionRequired }) => actionRequired).map(({ step }) => step),
    )
  }
  const planAndRun = async (ctx: ReturnType<typeof systemContext>, subjectId: string) => {
    const ref = { kind: 'licenseReview', subjectId } as const
    for (;;) {
      const { next } = await planSteps(ctx, ref)
      if (!next) return
      await runStep(ctx, { ...ref, step: next.step, dueAt: new Date(next.dueAt) })
    }
  }

  test.each<[string, Partial<ProviderLicense>, boolean, string[]]>([
    ['another of the same', {}, true, ['provider_license.expired']],
    ['an unverified one', {}, false, ['provider_license.expired', 'provider.suspended']],
    [
      'one of another state',
      { state: 'US-WI' },
      true,
      ['provider_license.expired', 'provider.suspended'],
    ],
    [
      'one of another profession',
      { profession: 'AUDIOLOGIST' },
      true,
      ['provider_license.expired', 'provider.suspended'],
    ],
    [
      'one that is issued later',
      { issuedOn: '2027-01-06' },
      true,
      ['provider_license.expired', 'provider.suspended'],
    ],
  ])('beside %s', async (_, more, isVerified, expected) => {
    await at('2026-12-31T12:00:00Z')
    const license = await licenses.verified({
      providerId: (await provider()).id,
      expiresOn: '2027-01-05',
    })
    const { providerId } = license
    const make = isVerified ? licenses.verified : licenses.create
    await make({ providerId, expiresOn: '2028-01-05', ...more })
    await at('2027-01-05T07:00:00Z')
    await Promise.all([watch(), watch()])
    expect((await eventsOf()).map((event) => event.split(' ')[0])).toEqual(expected)
  })

  test('sends nothing if a longer license exists, or for an archived license', async () => {
    await at('2026-12-01T12:00:00Z')
    const { id: providerId } = await provider()
    const covered = await licenses.verified({ providerId, expiresOn: '2027-01-05' })
    await licenses.verified({ providerId, expiresOn: null })
    const gone = await licenses.verified({ expiresOn: '2027-01-05' })
    await client.post(`/v1/provider-licenses/${gone.id}/archive`)
    await at('2027-01-04T12:00:00Z')
    expect(await watch()).toBe(1)
    expect(await eventsOf()).toEqual([])
    expect(await messagesOf(covered.id)).toEqual([])
    await at('2027-01-05T07:00:00Z')
    await watch()
    expect(await statusOf(covered)).toEqual(['APPROVED', null])
  })

  test('ignores providers who cannot be booked anyway', async () => {
    await at('2026-12-01T12:00:00Z')
    const license = await licenses.verified({ expiresOn: '2026-12-05' })
    await client.post(`/v1/providers/${license.providerId}/suspend`, { reason: 'OTHER' })
    await at('2026-12-05T07:00:00Z')
    expect(await watch()).toBe(1)
    expect(await statusOf(license)).toEqual(['SUSPENDED', 'OTHER'])
    expect(await asked(license)).toEqual([])
  })

  test('is handled when its suspended centre resumes, without delaying other centres', async () => {
    await at('2026-12-01T12:00:00Z')
    const license = await licenses.verified({ expiresOn: '2026-12-05' })
    const status = (value: string) =>
      api.query(
        `UPDATE tenants SET status = $2::text, suspended_at = now(), status_reason = 'x' WHERE tenant_id = $1`,
        [client.tenantId, value],
      )
    await status('SUSPENDED')
    api.clock.set('2026-12-05T07:00:00Z')
    expect(await watch()).toBe(0)
    await status('ACTIVE')
    expect(await watch()).toBe(1)
    await at('2026-12-05T08:00:00Z')
    expect(await statusOf(license)).toEqual(['SUSPENDED', 'LICENSE_EXPIRED'])
  })
})

test('reading the due licenses among 10,000 takes one index range', async () => {
  await at('2027-06-01T00:00:00Z')
  const { id: providerId } = await provider()
  // One per day for more than two years, so a dozen are due.
  await api.query(
    `INSERT INTO provider_licenses (tenant_id, id, provider_id, profession, number, authority, state, expires_on, watch_at,
       created_at, updated_at)
     SELECT $1, 'lic_0' || lpad(n::text, 25, '0'), $2, 'NURSE', n::text, 'Board', 'US-IL', $3::date + 90 + n / 12,
       ($3::date + n / 12) + time '13:00', now(), now()
     FROM generate_series(0, 9999) n`,
    [client.tenantId, providerId, '2027-06-01'],
  )
  await api.query('ANALYZE provider_licenses')
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const texts = () =>
    sent.mock.calls.map(([it]) => it as unknown).flatMap((it) => (isNamed(it) ? [it] : []))
  api.clock.set('2027-06-01T13:07:00Z')
  expect(await watch()).toBe(12)
  const due = texts().filter(({ name }) => name === 'licenses_due')
  expect(due).toHaveLength(1)

  sent.mockClear()
  expect(await watch()).toBe(0)
  expect(texts().map(({ name }) => name)).toEqual(['licenses_due'])
  sent.mockRestore()

  api.clock.set(new Date(api.clock.now().getTime() + DAY_MS))
  const [{ 'QUERY PLAN': [plan] } = { 'QUERY PLAN': [] }] = await api.query<{
    'QUERY PLAN': [{ Plan: Plan }?]
  }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${due[0]!.text.replaceAll(/\$(\d)/g, (_, n) => VALUES[Number(n) - 1]!)}`,
  )
  const scans = nodesOf(plan!.Plan).filter((node) => node['Relation Name'] === 'provider_licenses')
  expect(scans).toMatchObject([
    {
      'Node Type': expect.stringMatching(/^Index (Only )?Scan$/) as string,
      'Index Name': 'provider_licenses_watch',
      'Actual Rows': 12,
      'Actual Loops': 1,
    },
  ])
  expect(nodesOf(plan!.Plan).map((node) => node['Node Type'])).not.toContain('Sort')
})

const VALUES = ["'2027-06-02T13:07:00Z'", "'1970-01-01T00:00:00Z'", "''", "''", '100']

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const isNamed = (it: unknown): it is { name: string; text: string } =>
  typeof it === 'object' && it !== null && 'name' in it && 'text' in it
