import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { listMessages } from '#messaging/messages/queries.ts'
import { createLead } from '#marketplace/leads/lead/create-lead.ts'
import { getLead } from '#marketplace/leads/lead/queries.ts'
import { CreateLead } from '#marketplace/leads/lead/schemas.ts'
import { createMatchingNeed } from '#marketplace/matching-needs/create-matching-need.ts'
import { CreateMatchingNeed } from '#marketplace/matching-needs/schemas.ts'
import { timeSkippingServer } from '../../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../../workflows/skipped-time.ts'
import { follow } from '../follow.ts'
import { createCentre, eventually, type Centre } from '../../workflows/support.ts'

const page = { limit: 100, sort: '-createdAt' } as const

describe.skipIf(!timeSkippingServer())('a lead', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let centre: Centre
  let platform: OpenPlatform
  let env: TestWorkflowEnvironment
  beforeAll(async () => {
    const world = stack.use(await startSkippedWorld(clock))
    ;({ env, platform } = world)
    centre = await createCentre(platform, world.database)
  })
  afterAll(() => stack.disposeAsync())

  /** A lead with its workflow, started like by the relay. */
  const followLead = async (lead: object) => {
    const { id } = await createLead(centre.ctx, CreateLead.parse(lead))
    const followed = follow({ env, clock, centre }, 'leadQualification', id)
    return { id, run: await followed.wake(), ...followed }
  }
  const FAMILY = { contactName: 'Mara Weiss', contactEmail: 'mara@example.org' }

  test('without an answer from the family is asked, reminded twice, expires, and is deleted half a year later', async () => {
    const { ctx, tenantId } = centre
    const { id, run, step, reach } = await followLead({ source: 'EMAIL', ...FAMILY })
    await eventually(() => step('begin'))
    await eventually(() => step('questions'))
    for (const name of ['reminder-3d', 'reminder-7d', 'expiry']) await reach(name)
    expect(await getLead(ctx, { id })).toMatchObject({
      status: 'EXPIRED',
      stages: [{ status: 'NEW' }, { status: 'QUALIFYING', clock: 'LATE' }, { status: 'EXPIRED' }],
    })
    const events = await platform.database.system.query<{ type: string }>(
      `SELECT type FROM outbox WHERE tenant_id = $1 AND subject_id = $2 AND kind = 'event' ORDER BY seq`,
      [tenantId, id],
    )
    expect(events.rows.map(({ type }) => type)).toEqual(['lead.created', 'lead.expired'])
    await reach('deletion')
    await run.result()
    expect(await getLead(ctx, { id })).toMatchObject({ contactName: null, contactEmail: null })
    const { data } = await listMessages(ctx, { ...page, subjectId: id })
    expect(data.map(({ template }) => template)).toEqual(Array(3).fill('lead.questions'))
  })

  test('ignored by the centre asks for attention, and still does half a year later', async () => {
    const { ctx } = centre
    const { code } = await createMatchingNeed(
      ctx,
      CreateMatchingNeed.parse({ code: 'speech', name: 'Speech', specialties: ['speech'] }),
    )
    const whole = { ...FAMILY, childBirthDate: '2024-04-30', needs: [code] }
    const { id, run, followUp, step, reach } = await followLead({ source: 'PHONE', ...whole })
    await eventually(() => step('qualification'))
    expect((await reach('centre')).actionRequired).toBe('the lead is overdue: qualify it')
    await run.result()
    await env.sleep('180 days')
    expect(await followUp()).toMatchObject({ status: 'ACTIVE', waitingOn: 'centre' })
    expect(await getLead(ctx, { id })).toMatchObject({ status: 'QUALIFYING' })
  })
})
