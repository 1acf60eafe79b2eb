/** Operator commands for work in progress: follow-ups, the outbox, the Temporal server. */
import { randomBytes } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listFollowUps, FollowUpQuery } from '#messaging/follow-ups/queries.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import type { FollowUp } from '#messaging/follow-ups/schemas.ts'
import { createChild } from '#people/children/create-child.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { appointmentLifecycleWorkflow } from '#scheduling/appointments/workflows.ts'
import type { AllowedIssuer } from '#staff/sso-connections/allowed-issuer.ts'
import { createSsoConnection } from '#staff/sso-connections/create-sso-connection.ts'
import { CreateSsoConnection } from '#staff/sso-connections/schemas.ts'
import { startRelay } from '../../relay/relay.ts'
import { SCHEDULES } from '../../worker/schedules.ts'
import { createDatabase, temporalAddress, type TestDatabase } from '../support/servers.ts'
import {
  createCentre,
  ENCRYPTION_KEYS,
  eventually,
  openNamespace,
  openTestPlatform,
  type Centre,
} from '../workflows/support.ts'
import { startHost, type CommandHost, type CommandResult } from './therapy.ts'

const stack = new AsyncDisposableStack()
let database: TestDatabase
let platform: OpenPlatform
let centre: Centre
let owner: pg.Client
let host: CommandHost

beforeAll(async () => {
  host = stack.use(startHost())
  database = stack.use(await createDatabase())
  platform = stack.use(openTestPlatform(database))
  centre = await createCentre(platform, database)
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  stack.defer(() => owner.end())
})
afterAll(() => stack.disposeAsync())

const environment = () => ({
  APP_DATABASE_URL: database.appUrl,
  SYSTEM_DATABASE_URL: database.systemUrl,
  ENCRYPTION_KEYS,
})

const run = (...args: string[]): Promise<CommandResult> => host.therapy(environment(), ...args)

const json = async <T>(...args: string[]): Promise<T> => {
  const { code, stdout, stderr } = await run(...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as T
}

interface AuditRow {
  actor: string
  outcome: string
  code: string | null
  subject: string | null
  changes: Record<string, unknown>
}

const auditOf = async (tenantId: string, action: string): Promise<AuditRow[]> => {
  const { rows } = await owner.query<AuditRow>(
    `SELECT actor_kind || ' ' || actor_id AS actor, outcome, code, subject_id AS subject, changes
     FROM audit_entries WHERE tenant_id = $1 AND action = $2 ORDER BY seq`,
    [tenantId, action],
  )
  return rows
}

describe('follow-ups', () => {
  let days = 3
  const followUpOf = async (childId: string): Promise<FollowUp> => {
    const { ctx, providerId } = centre
    const startsAt = new Date(Date.now() + (days += 1) * 86_400_000)
    const type = 'THERAPY_SESSION'
    const { id: subjectId } = await createAppointment(ctx, { childId, providerId, type, startsAt })
    await planSteps(ctx, { kind: 'appointmentLifecycle', subjectId })
    const query = FollowUpQuery.parse({ subjectId })
    return (await listFollowUps(ctx, query)).data[0]!
  }
  const follow = (verb: string, ...args: string[]) =>
    json<FollowUp>('follow-ups', verb, ...args, '--tenant', centre.tenantId)
  const statusOf = ({ steps }: FollowUp, step: string) =>
    steps.find((it) => it.step === step)?.status

  test('list shows the follow-ups of one child, and those that need attention', async () => {
    const { id: otherChild } = await createChild(centre.ctx, {
      firstName: 'Noa',
      lastName: 'Stern',
      birthDate: '2020-02-02',
    })
    const [mine, others] = [await followUpOf(centre.childId), await followUpOf(otherChild)]
    const list = async (...args: string[]) => {
      const command = ['follow-ups', 'list', '--tenant', centre.tenantId, ...args]
      return (await json<{ data: FollowUp[] }>(...command)).data.map(({ id }) => id)
    }
    expect(await list()).toEqual(expect.arrayContaining([mine.id, others.id]))
    expect(await list('--child', otherChild)).toEqual([others.id])
    expect(await list('--child', otherChild, '--kind', 'CONSENT_EXPIRY')).toEqual([])
    expect(await list('--subject', mine.subjectId, '--status', 'ACTIVE')).toEqual([mine.id])
    expect(await list('--child', otherChild, '--action-required')).toEqual([])
    await owner.query(
      `UPDATE follow_up_steps SET action_required = 'nobody to tell' WHERE follow_up_id = $1 AND step = 'reminder-48h'`,
      [others.id],
    )
    expect(await list('--action-required')).toEqual([others.id])
    const assignee = newId('provider')
    expect(await list('--assignee', assignee)).toEqual([])
    await owner.query(
      `UPDATE follow_up_steps SET assignee_id = $2, assigned_at = now(), assigned_by = 'x', assignment_note = 'y'
       WHERE follow_up_id = $1 AND step = 'reminder-48h'`,
      [others.id, assignee],
    )
    expect(await list('--assignee', assignee)).toEqual([others.id])
    const { stdout } = await run('follow-ups', 'list', '--tenant', centre.tenantId, '--limit', '1')
    expect(stdout).toMatch(/^FOLLOW-UP +KIND +SUBJECT/)
    expect(stdout).toContain('reminder-48h: nobody to tell')
    expect(stdout).toContain('There are more')
    const looks = await auditOf(centre.tenantId, 'therapy follow-ups list')
    expect(looks.at(-1)).toMatchObject({
      actor: 'SYSTEM operator',
      changes: { shown: [others.id] },
    })
  })

  test('skip, run and cancel call the verbs of the API and are recorded', async () => {
    const { id } = await followUpOf(centre.childId)
    const skipped = await follow('skip', id, '--step', 'reminder-48h', '--reason', 'Told by phone')
    expect(skipped.steps.find(({ step }) => step === 'reminder-48h')).toMatchObject({
      status: 'SKIPPED',
      outcome: 'skipped by operator: Told by phone',
    })
    const running = await follow('run', id, '--step', 'reminder-2h')
    expect(statusOf(running, 'reminder-2h')).toBe('SCHEDULED')
    const tenant = ['--tenant', centre.tenantId]
    const again = await run('follow-ups', 'skip', id, '--step', 'reminder-48h', ...tenant)
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toMatch(/^therapy: The step is SKIPPED, so 'skip' is not possible\.\n$/)
    const { status } = await follow('cancel', id, '--reason', 'Moved away')
    expect(status).toBe('CANCELLED')
    expect(await auditOf(centre.tenantId, 'therapy follow-ups skip')).toMatchObject([
      { actor: 'SYSTEM operator', outcome: 'ALLOWED', subject: id },
      { actor: 'SYSTEM operator', outcome: 'REFUSED', code: 'invalid_transition' },
    ])
    for (const verb of ['run', 'cancel'])
      expect(await auditOf(centre.tenantId, `therapy follow-ups ${verb}`)).toMatchObject([
        { outcome: 'ALLOWED', subject: id },
      ])
  })

  test('print a table with the state of each', async () => {
    const { id } = await followUpOf(centre.childId)
    const step = ['--step', 'reminder-48h', '--tenant', centre.tenantId]
    const { stdout } = await run('follow-ups', 'run', id, ...step)
    expect(stdout).toMatch(
      new RegExp(`^follow-up  ${id} \\(APPOINTMENT_LIFECYCLE of apt_\\w+\\)\n`),
    )
    expect(stdout).toMatch(/\nreminder-48h +\S+ \S+Z +running/)
  })

  test.each([
    ['an unknown centre', 1, /No such tenant/, ['list', '--tenant', 'ten_none']],
    ['an unknown kind', 2, /--kind: /, ['list', '--tenant', 'ten_x', '--kind', 'REMINDER']],
    ['no step', 2, /--step/, ['skip', 'flw_1', '--tenant', 'ten_x']],
    ['no follow-up', 2, /follow-up-id: /, ['cancel', 'apt_1', '--tenant', 'ten_x']],
  ])('%s is refused', async (_, code, why, args) => {
    const result = await run('follow-ups', ...args)
    expect(result).toMatchObject({ code, stdout: '' })
    expect(result.stderr).toMatch(why)
  })
})

describe('outbox', () => {
  beforeAll(async () => {
    const temporal = stack.use(await openNamespace(platform, temporalAddress()))
    stack.use(startRelay({ platform, systemUrl: database.systemUrl, client: temporal.client }))
  })

  /** The delay after another refusal: far longer than a test. */
  const REFUSED_BEFORE = 9

  const told = async (subjectId: string) => {
    await transact(centre.ctx, 'appointments:write', async (tx) => {
      tx.nothingChanged({ type: 'appointment', id: subjectId })
      tx.wake(appointmentLifecycleWorkflow, subjectId)
    })
    const { rows } = await owner.query<{ id: string }>(
      `SELECT id FROM outbox WHERE subject_id = $1 AND kind = 'workflow' ORDER BY seq DESC LIMIT 1`,
      [subjectId],
    )
    return rows[0]!.id
  }
  /** A refused message of an unknown version, with one behind it. */
  const refused = async () => {
    const subjectId = newId('appointment')
    const id = newId('workflowMessage')
    await owner.query(
      `INSERT INTO outbox (tenant_id, id, kind, type, subject_type, subject_id, payload, actor, created_at,
         available_at, attempts)
       VALUES ($1, $2, 'workflow', 'ofAnotherVersion', 'appointment', $3, '{"action":"wake"}', '{}', now(), now(), $4)`,
      [centre.tenantId, id, subjectId, REFUSED_BEFORE],
    )
    const behind = await told(subjectId)
    await eventually(async () => (await listed('--refused')).some((it) => it.id === id && it.error))
    return { id, subjectId, behind }
  }
  interface Listed {
    id: string
    error: string | null
    attempts: number
  }
  const listed = async (...args: string[]) =>
    (await json<{ data: Listed[] }>('outbox', 'list', '--tenant', centre.tenantId, ...args)).data
  const isHandedOver = (id: string) =>
    eventually(
      async () => {
        const { rows } = await owner.query('SELECT FROM outbox WHERE id = $1 AND done_at IS NULL', [
          id,
        ])
        return rows.length === 0
      },
      { what: `the hand-over of ${id}` },
    )

  test('retry immediately hands over a refused message and those behind it', async () => {
    const { id, behind } = await refused()
    expect((await listed()).map((it) => it.id)).toEqual(expect.arrayContaining([id, behind]))
    expect((await listed('--refused')).map((it) => it.id)).toEqual([id])
    const { stdout } = await run('outbox', 'list', '--refused')
    expect(stdout).toMatch(new RegExp(`\n${id}  ${centre.tenantId}  wake ofAnotherVersion `))
    expect(stdout).toContain("This version does not know 'ofAnotherVersion'")
    // The version that knows it is now deployed.
    await owner.query(`UPDATE outbox SET type = 'appointmentLifecycle' WHERE id = $1`, [id])
    expect(await json('outbox', 'retry', id)).toEqual({ data: [{ id }] })
    await isHandedOver(id)
    await isHandedOver(behind)
    expect(await auditOf(centre.tenantId, 'therapy outbox retry')).toMatchObject([
      { actor: 'SYSTEM operator', outcome: 'ALLOWED', changes: { retried: [id] } },
    ])
    expect(await run('outbox', 'retry', id)).toMatchObject({ code: 1, stdout: '' })
  })

  test('drop asks for confirmation, discards one message, releases the others, and is recorded', async () => {
    const { id, subjectId, behind } = await refused()
    const command = ['outbox', 'drop', id, '--reason', 'Of a version that is gone']
    const asked = await run(...command)
    expect(asked).toMatchObject({ code: 2, stdout: '' })
    expect(asked.stderr).toContain('add --yes')
    expect((await listed('--refused')).map((it) => it.id)).toEqual([id])
    expect(await json(...command, '--yes')).toMatchObject({ id, subjectId, attempts: 10 })
    await isHandedOver(behind)
    expect(await listed('--refused')).toEqual([])
    expect(await auditOf(centre.tenantId, 'therapy outbox drop')).toMatchObject([
      {
        actor: 'SYSTEM operator',
        outcome: 'ALLOWED',
        subject: id,
        changes: { workflow: 'ofAnotherVersion', subjectId, reason: 'Of a version that is gone' },
      },
    ])
    expect(await run(...command, '--yes')).toMatchObject({ code: 1, stdout: '' })
  })

  test.each([
    ['retry of nothing', /--all/, ['retry']],
    ['retry of one and of all', /--all/, ['retry', 'wfm_1', '--all']],
    ['drop of an event', /message-id: /, ['drop', newId('event'), '--reason', 'x', '--yes']],
    ['drop without a reason', /--reason/, ['drop', newId('workflowMessage'), '--yes']],
  ])('%s is wrong usage', async (_, why, args) => {
    const result = await run('outbox', ...args)
    expect(result).toMatchObject({ code: 2, stdout: '' })
    expect(result.stderr).toMatch(why)
  })
})

describe('temporal setup', () => {
  interface Done {
    created: boolean
    searchAttributes: string[]
    schedules: string[]
    views: { name: string; query: string; url: string }[]
  }

  test('prepares a namespace, reports what to check, and changes nothing the second time', async () => {
    const namespace = `test-${randomBytes(6).toString('hex')}`
    const address = temporalAddress()
    const env = { ...environment(), TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace }
    const connection = await Connection.connect({ address })
    onTestFinished(() => connection.close())
    const { schedule } = new Client({ connection, namespace })
    onTestFinished(async () => {
      for (const { id } of SCHEDULES) await schedule.getHandle(id).delete()
    })
    const setUp = async (...args: string[]) => {
      const { code, stdout, stderr } = await host.therapy(env, 'temporal', 'setup', ...args)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return stdout
    }
    const first = JSON.parse(
      await setUp('--json', '--retention-days', '3', '--ui', 'https://temporal.example.org/'),
    ) as Done
    expect(first).toMatchObject({ created: true, schedules: SCHEDULES.map(({ id }) => id) })
    expect(first.searchAttributes).toEqual(expect.arrayContaining(['TenantId', 'ChildId']))
    const { config } = await connection.workflowService.describeNamespace({ namespace })
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(3 * 86_400)

    const again = JSON.parse(await setUp('--json')) as Done
    expect(again).toMatchObject({ created: false, searchAttributes: [], schedules: [] })
    expect(await setUp()).toMatch(
      /^namespace +test-\w+ exists\nsearch attributes +up to date\nschedules +up to date\n/,
    )
    expect(first.views.length).toBeGreaterThan(3)
    const count = (query: string) =>
      connection.workflowService.countWorkflowExecutions({ namespace, query })
    for (const { query, url } of first.views) {
      await eventually(() => count(query).then(Boolean, () => false), { what: query })
      const link = new URL(url)
      expect([link.pathname, link.searchParams.get('query')]).toEqual([
        `/namespaces/${namespace}/workflows`,
        query,
      ])
    }
    expect(await auditOf('ten_platform', 'therapy temporal setup')).toMatchObject([
      { changes: { namespace, created: true } },
      { changes: { namespace, created: false } },
      {},
    ])
  })

  test('says what to check if Temporal is unreachable', async () => {
    const env = { ...environment(), TEMPORAL_ADDRESS: '127.0.0.1:1' }
    const { code, stdout, stderr } = await host.therapy(env, 'temporal', 'setup')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^therapy: Temporal at 127\.0\.0\.1:1 does not answer\. Check /)
  })
})

test('analytics rebuild recomputes every month from the records, including rows changed by hand', async () => {
  const { ctx, childId, providerId, tenantId } = centre
  const startsAt = new Date(Date.now() + 200 * 86_400_000)
  await createAppointment(ctx, { childId, providerId, type: 'THERAPY_SESSION', startsAt })
  const counted = async () =>
    (
      await owner.query<{ booked: string | null }>(
        `SELECT sum(measures[1]) AS booked FROM analytics_months WHERE tenant_id = $1 AND family = 'APPOINTMENTS' AND grain = 31`,
        [tenantId],
      )
    ).rows[0]!.booked
  expect(await counted()).toBeNull()
  const rebuild = () => run('analytics', 'rebuild', '--tenant', tenantId, '--json')
  const first = await rebuild()
  expect(first.code, first.stderr).toBe(0)
  expect(JSON.parse(first.stdout)).toMatchObject({ tenantId, isNew: true })
  expect(first.stderr).toMatch(/therapy: APPOINTMENTS of \d{4}-\d\d/)
  const booked = await counted()
  expect(Number(booked)).toBeGreaterThan(0)
  await owner.query(`UPDATE analytics_days SET measures[1] = 99 WHERE tenant_id = $1`, [tenantId])
  expect((await rebuild()).code).toBe(0)
  expect(await counted()).toBe(booked)
})

describe('sso', () => {
  const domain = 'clinic.example.org'
  const issuer = 'https://1.1.1.1/tenant' as AllowedIssuer
  /** A connection that claims the domain, in its own centre. */
  const connect = async () => {
    const { tenantId } = await createCentre(platform, database)
    const ctx = systemContext(platform, { tenantId, action: 'createSsoConnection' })
    const terms = { name: 'Provider', issuer, clientId: 'therapy', clientSecret: 'kept' }
    const input = CreateSsoConnection.parse({ ...terms, emailDomains: [domain] })
    const { id } = await createSsoConnection(ctx, input, issuer)
    return { tenantId, id }
  }
  const prove = ({ tenantId, id }: { tenantId: string; id: string }, named = domain) =>
    run('sso', 'prove-domain', '--tenant', tenantId, '--connection', id, '--domain', named)
  const withdraw = (named = domain) => run('sso', 'withdraw-domain', '--domain', named)

  test('prove-domain assigns a domain to one connection until withdraw-domain removes it, and both are recorded', async () => {
    const [first, second] = [await connect(), await connect()]
    const proved = await prove(first)
    expect(proved).toMatchObject({ code: 0, stderr: '' })
    expect(proved.stdout).toContain(`Addresses of ${domain} now sign in through ${first.id}.`)
    const taken = await prove(second)
    expect(taken).toMatchObject({ code: 1, stdout: '' })
    expect(taken.stderr).toContain('Another connection has already proved this domain.')
    const withdrawn = await withdraw()
    expect(withdrawn).toMatchObject({ code: 0, stderr: '' })
    expect(withdrawn.stdout).toContain(`Withdrawn from ${first.id} of ${first.tenantId}.`)
    expect(await prove(second)).toMatchObject({ code: 0 })
    for (const verb of ['prove-domain', 'withdraw-domain'])
      expect(await auditOf(first.tenantId, `therapy sso ${verb}`)).toMatchObject([
        { outcome: 'ALLOWED', subject: first.id },
      ])
    expect(await withdraw()).toMatchObject({ code: 0 })
  })

  test('refuses an unknown domain and a malformed one', async () => {
    const connection = await connect()
    const other = await prove(connection, 'elsewhere.example.org')
    expect(other).toMatchObject({ code: 2, stdout: '' })
    expect(other.stderr).toContain('emailDomains')
    const nobodys = await withdraw()
    expect(nobodys).toMatchObject({ code: 1, stdout: '' })
    expect(nobodys.stderr).toContain(`No connection has proved ${domain}.`)
    for (const { code, stderr } of [await prove(connection, 'no domain'), await withdraw('x')]) {
      expect(code).toBe(2)
      expect(stderr).toContain('--domain')
    }
  })
})
