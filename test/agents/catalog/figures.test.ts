import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { performAction } from '#agents/catalog/perform-action.ts'
import { previewAction } from '#agents/catalog/preview-action.ts'
import { runQuery } from '#agents/catalog/run-query.ts'
import { rollUp } from '#analytics/rollups/roll-up.ts'
import { render } from '#messaging/messages/render.ts'
import { open } from '#messaging/messages/seal.ts'
import { newId } from '#platform/core/records/ids.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { joinAs } from '../../staff/support.ts'
import { actingIn, ALL_PERMISSIONS } from '../../support/acting.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { carryOut, startRun, stepsOf } from '../agent-runs/support.ts'

/** A Monday, with six appointments here and two there in the week before. */
const MONDAY = '2027-02-01T08:00:00Z'
const WEEK = { startsOn: '2027-01-25', endsOn: '2027-01-31' }

let api: TestApi
let world: World
let here: string
let there: string
const ids: Record<'administrator' | 'scheduler' | 'there' | 'therapist' | 'manager', string> = {
  administrator: '',
  scheduler: '',
  there: '',
  therapist: '',
  manager: '',
}
beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
  here = (await world.location()).id
  there = (await world.make('/v1/locations', { name: 'Riverside', timeZone: 'Europe/Berlin' })).id
  for (let day = 0; day < 8; day += 1) await visit(day, day < 6 ? here : there)
  await rollUp(api.services.platform)
  const join = async (
    roles: string[],
    more: { providerId?: string; locationIds?: string[] } = {},
  ) => (await joinAs(api, world.client, { roles, ...more })).user.id
  ids.administrator = await join(['ADMINISTRATOR'])
  ids.scheduler = await join(['SCHEDULER'])
  ids.there = await join(['SCHEDULER'], { locationIds: [there] })
  ids.therapist = await join(['THERAPIST'], { providerId: (await world.provider()).id })
  ids.manager = await join(['MARKETPLACE_MANAGER'])
  await world.client.patch('/v1/organization', { smallFiguresWithheld: true })
  api.clock.set(MONDAY)
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const visit = async (day: number, locationId: string) => {
  const { id } = await world.appointment()
  await api.query(
    `UPDATE appointments SET status = 'COMPLETED', location_id = $3,
       starts_at = t, ends_at = t + interval '1 hour', busy_from = t, busy_until = t + interval '1 hour'
     FROM (SELECT '2027-01-25T09:00Z'::timestamptz + make_interval(days => $4 % 7) AS t) AS of
     WHERE tenant_id = $1 AND id = $2`,
    [world.client.tenantId, id, locationId, day],
  )
}

const as = (permissions = ALL_PERMISSIONS) => actingIn(api, world.client, { permissions })

const QUESTION = { metrics: ['APPOINTMENTS_COMPLETED'] }
const mail = async (parameters: Json) => {
  const idempotencyKey = newId('request')
  const asked = {
    action: 'mail_figures',
    parameters: { subject: 'Week', ...QUESTION, ...parameters },
  }
  const { status, outcome } = await performAction(as(), {
    ...asked,
    idempotencyKey,
    runId: null,
    madeFrom: [],
  })
  const rows = await api.query<{ id: string; to: string; sealed: string }>(
    `SELECT id, recipient_id AS to, sealed_variables AS sealed FROM messages
     WHERE tenant_id = $1 AND starts_with(dedupe_key, $2)`,
    [world.client.tenantId, idempotencyKey],
  )
  const mails = rows.map(({ id, to, sealed }) => ({
    to,
    ...render({
      template: 'analytics.report',
      language: 'en',
      variables: open(api.services.platform.cipher, id, sealed),
      envelope: {
        centre: 'Sunrise',
        from: 'care@example.org',
        to: 'ana@example.org',
        sentAt: new Date(MONDAY),
      },
      publicUrl: 'https://care.test',
    }),
  }))
  return { status, outcome, mails, to: mails.map((it) => it.to).toSorted() }
}

const everybody = () => Object.values(ids)
const sorted = (...names: (keyof typeof ids)[]) => names.map((name) => ids[name]).toSorted()

test('a query returns the figures of last week, the total first', async () => {
  const read = async (more: Json) => {
    const parameters = { ...QUESTION, comparison: 'PREVIOUS_PERIOD', ...more }
    return (await runQuery(as(), { query: 'location_figures', parameters })).rows
  }
  const common = { ...WEEK, metric: 'APPOINTMENTS_COMPLETED' }
  const whole = { ...common, value: 8, previousValue: 0, isSuppressed: false }
  // Readers of runs may see less than the user who starts them, and may not be able to ask for a week.
  const hidden = { ...common, value: null, previousValue: null, isSuppressed: true }
  expect(await read({})).toMatchObject([{ ...hidden, isTotal: true }, hidden, hidden])
  const month = { period: 'MONTH', comparison: null }
  expect(await read(month)).toMatchObject([
    { isTotal: true, value: 6, isSuppressed: false, isPartial: true },
    ...[here, there].toSorted().map((locationId) => ({
      locationId,
      value: locationId === here ? 6 : null,
      isSuppressed: locationId === there,
    })),
  ])
  await world.client.patch('/v1/organization', { smallFiguresWithheld: false })
  expect(await read({ groupBy: [] })).toMatchObject([
    { ...whole, isTotal: true },
    { ...whole, isTotal: false },
  ])
  expect(await read({})).toMatchObject([{ ...whole, locationId: null }, {}, {}])
  await world.client.patch('/v1/organization', { smallFiguresWithheld: true })
})

test('errors in a question name its own members', async () => {
  const asked = { metrics: ['GOALS'], granularity: 'MONTH', stages: ['NEW'] }
  await expect(
    runQuery(as(), { query: 'location_figures', parameters: asked }),
  ).rejects.toMatchObject({
    issues: expect.arrayContaining([
      expect.objectContaining({
        path: 'parameters.granularity',
        code: 'granularity_not_available',
      }),
    ]),
  })
  await expect(
    runQuery(as(), {
      query: 'location_figures',
      parameters: { ...QUESTION, period: 'QUARTER', periods: 60 },
    }),
  ).rejects.toMatchObject({ issues: [{ path: 'parameters.periods', code: 'range_too_long' }] })
})

describe('an e-mail with figures', () => {
  test('contains a table, and all figures as an attachment', async () => {
    const { mails, to, outcome } = await mail({ userIds: [ids.administrator], text: 'Good week.' })
    expect([to, outcome]).toEqual([[ids.administrator], 'e-mail to 1 user'])
    const [{ subject, text, html, attachments }] = mails as [(typeof mails)[number]]
    expect(subject).toBe('Week')
    expect(text).toContain('Good week.')
    expect(text).toMatch(/2027-01-25 – 2027-01-31 {2}Total +Appointments completed {2}8/)
    expect(text).toMatch(/Riverside +Appointments completed {2}2/)
    expect(html).toContain('<th style')
    const [file] = attachments
    expect(file).toMatchObject({ filename: 'figures-2027-01-25-2027-01-31.csv' })
    expect(file!.content).toContain(`${there},Riverside,Europe/Berlin`)
  })

  test('goes only to people who may ask for these figures themselves', async () => {
    const month = { period: 'MONTH', userIds: everybody() }
    expect((await mail(month)).to).toEqual(sorted('administrator', 'scheduler', 'manager'))
    expect((await mail({ ...month, locationIds: [there] })).to).toEqual(
      sorted('administrator', 'manager', 'scheduler', 'there'),
    )
    expect((await mail({ ...month, metrics: ['REVENUE'] })).to).toEqual(
      sorted('administrator', 'scheduler'),
    )
    // Figures of a week are only for people without withheld figures.
    expect((await mail({ userIds: everybody() })).to).toEqual(sorted('administrator'))
    expect((await mail({ roles: ['THERAPIST'] })).outcome).toBe('not sent: nobody_who_may_see_it')
  })

  test('withholds small figures from everybody if one recipient may not see them', async () => {
    const seen = async (names: (keyof typeof ids)[]) => {
      const { mails } = await mail({ period: 'MONTH', userIds: names.map((name) => ids[name]) })
      return mails.map(({ text, attachments: [file] }) => [
        /Riverside +Appointments completed +(\S+)/.exec(text)![1],
        /Riverside.*APPOINTMENTS_COMPLETED,,(\d*),/.exec(String(file!.content))![1],
      ])
    }
    expect(await seen(['administrator'])).toEqual([['2', '2']])
    expect(await seen(['administrator', 'scheduler'])).toEqual([
      ['withheld', ''],
      ['withheld', ''],
    ])
  })

  test('shows approvers its recipients and days, and requires their permission', async () => {
    const parameters = { subject: 'Week', ...QUESTION, roles: ['ADMINISTRATOR'] }
    const { text } = await previewAction(as(), { action: 'mail_figures', parameters })
    expect(text).toContain(`to: ${ids.administrator}`)
    expect(text).toContain(`startsOn: ${WEEK.startsOn}`)
    const left = new Set([...ALL_PERMISSIONS].filter((it) => it !== 'orders:read'))
    await expect(
      previewAction(as(left), {
        action: 'mail_figures',
        parameters: { ...parameters, metrics: ['REVENUE'] },
      }),
    ).rejects.toMatchObject({ code: 'insufficient_scope' })
  })
})

test('an e-mail with figures contains no links', async () => {
  for (const words of [{ subject: 'See evil.example' }, { text: 'See https://evil.example' }])
    await expect(mail({ userIds: [ids.administrator], ...words })).rejects.toMatchObject({
      issues: [{ path: `parameters.${Object.keys(words)[0]}` }],
    })
})

test('the template mails the weekly report each Monday', async () => {
  const later = createWorld(api, await api.createClient(world.client.tenantId))
  const { id } = await later.make('/v1/agents', { name: 'Report', template: 'weekly_report' })
  const published = await later.client.post<Json>(`/v1/agents/${id}/publish`)
  expect([published.status, published.body['nextRunAt']]).toEqual([
    200,
    expect.stringMatching(/^2027-02-0[18]T/),
  ])
  const run = await startRun(api, later, id)
  expect(await carryOut(api, later, run)).toBe('OVER')
  const steps = await stepsOf(later, run)
  expect(steps.find(({ node }) => node === 'mail')!.output).toMatchObject({
    status: 'DONE',
    outcome: 'e-mail to 1 user',
  })
})
