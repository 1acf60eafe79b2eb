/** Data with limited retention: every kind is deleted on time, and nothing else. */
import { MockActivityEnvironment } from '@temporalio/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivities, type Activities } from '../../activities/index.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { DAY_MS, HOUR_MS } from '#platform/core/time/time.ts'
import { purgeExpired, purgeOne, purgeStatement } from '#platform/maintenance/purge-expired.ts'
import { retentionDays } from '#platform/maintenance/retention-days.ts'
import { RETAINED_NAMES, RETENTION, type RetainedName } from '#platform/maintenance/retention.ts'
import { createSandboxGateway } from '../../providers/payments/sandbox.ts'
import { createDatabase } from '../support/servers.ts'
import { createCentre, createTestDeliveries, openTestPlatform } from '../workflows/support.ts'

const stack = new AsyncDisposableStack()
let platform: OpenPlatform
let tenantId: string
let activities: Activities
let owner: pg.Client

beforeAll(async () => {
  const database = stack.use(await createDatabase())
  platform = stack.use(openTestPlatform(database))
  ;({ tenantId } = await createCentre(platform, database))
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  // Rows without the records they belong to.
  await owner.query("SET session_replication_role = 'replica'")
  stack.defer(() => owner.end())
  const deliveries = createTestDeliveries(platform)
  activities = createActivities({ platform, deliveries, gateway: createSandboxGateway() })
})
afterAll(() => stack.disposeAsync())

const run = <T>(activity: () => Promise<T>): Promise<T> =>
  new MockActivityEnvironment().run(activity)
const ago = (ms: number) => new Date(Date.now() - ms)
const keysIn = async (sql: string) =>
  (await owner.query<{ key: string }>(sql)).rows.map((row) => row.key)

// Rows are deleted by ctid (`purgeStatement`, `therapy.remove_closed`), which is unique within one table only.
test('no table is divided into partitions', async () => {
  expect(await keysIn(`SELECT relname AS key FROM pg_class WHERE relkind = 'p'`)).toEqual([])
})

describe('retention', () => {
  const insert = (table: string, row: Record<string, unknown>) =>
    owner.query(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')})
         VALUES (${Object.keys(row)
           .map((_, index) => `$${index + 1}`)
           .join(', ')})`,
      Object.values(row),
    )
  const tenant = () => ({ tenant_id: tenantId })

  const insertMessage = (id: string, age: number, recipientType: string, more: object = {}) =>
    insert('messages', {
      ...tenant(),
      id,
      template: 'appointment.reminder',
      language: 'en',
      channel: 'EMAIL',
      recipient_type: recipientType,
      recipient_id: 'cli_1',
      subject_type: 'appointment',
      subject_id: 'apt_1',
      dedupe_key: id,
      status: 'FAILED',
      reason: 'message_rejected',
      sealed_address: 'a',
      sealed_variables: 'v',
      originally_due_at: ago(age),
      due_at: ago(age),
      created_at: ago(age),
      updated_at: ago(age),
      ...more,
    })

  let imported = 0
  /** A row of each kind with a given age, whose id names the kind. */
  const modelCall = (id: string, columns: object) =>
    insert('ai_model_calls', {
      ...tenant(),
      id,
      model_id: 'aim_1',
      purpose: 'ANSWER',
      status: 'STARTED',
      data_policy: 'REDACTED',
      input_tokens: 1,
      output_tokens: 1,
      cost: 0,
      currency: 'EUR',
      prompt_sha256: 'h',
      sent_ids: [],
      requested_by: 'key_1',
      created_at: ago(0),
      updated_at: ago(0),
      ...columns,
    })
  const SAMPLES: Record<RetainedName, (id: string, age: number) => Promise<unknown>> = {
    idempotencyKeys: (key, age) =>
      insert('idempotency_keys', {
        ...tenant(),
        client_id: 'key_1',
        key,
        fingerprint: 'f',
        status: 201,
        ciphertext: 'c',
        created_at: ago(age),
      }),
    revokedTokens: (id, age) => insert('revoked_tokens', { ...tenant(), id, expires_at: ago(age) }),
    refreshTokens: (id, age) =>
      insert('refresh_tokens', {
        ...tenant(),
        id,
        family_id: 'f',
        client_id: 'key_1',
        token_hash: id,
        scopes: [],
        expires_at: ago(age),
        created_at: ago(age),
      }),
    operatorTokens: (id, age) =>
      insert('operator_tokens', { id, name: 'ana', issued_at: ago(age), expires_at: ago(age) }),
    passkeyChallenges: (id, age) =>
      insert('passkey_challenges', {
        id,
        purpose: 'SIGN_IN',
        bound_to: 'b',
        expires_at: ago(age),
      }),
    rateLimits: (key, age) => insert('rate_limits', { key, points: 1, expire: ago(age).getTime() }),
    ssoSignIns: (id, age) =>
      insert('sso_sign_ins', {
        ...tenant(),
        id,
        connection_id: 'sso_1',
        state_hash: id,
        browser_hash: 'b',
        sealed_secrets: 's',
        expires_at: ago(age),
        created_at: ago(age),
      }),
    authorizationCodes: (id, age) =>
      insert('authorization_codes', {
        ...tenant(),
        id,
        user_id: 'usr_1',
        session_id: 'uss_1',
        code_hash: id,
        code_challenge: 'c',
        name: 'therapy',
        scopes: ['bookings'],
        days: 1,
        expires_at: ago(age),
        created_at: ago(age),
      }),
    signInLinks: (id, age) =>
      insert('sign_in_links', {
        ...tenant(),
        id,
        user_id: 'usr_1',
        purpose: 'OPERATOR',
        token_hash: id,
        expires_at: ago(age),
        created_at: ago(age),
      }),
    userSessions: (id, age) =>
      insert('user_sessions', {
        ...tenant(),
        id,
        user_id: 'usr_1',
        token_hash: id,
        rotated_at: ago(age),
        method: 'LINK',
        authenticated_at: ago(age),
        last_used_at: ago(age),
        idle_minutes: 60,
        expires_at: ago(age),
        created_at: ago(age),
        updated_at: ago(age),
      }),
    links: (id, age) =>
      insert('one_time_links', {
        ...tenant(),
        id,
        purpose: 'feedback',
        subject_type: 'appointment',
        subject_id: 'apt_1',
        language: 'en',
        token_hash: id,
        expires_at: ago(age),
        created_at: ago(age),
      }),
    leadIntakes: (id, age) =>
      insert('lead_intakes', {
        ...tenant(),
        id,
        form_id: 'lfm_1',
        language: 'en',
        email: 'mara@example.com',
        said: '{}',
        expires_at: ago(age),
        created_at: ago(age),
      }),
    leadProofAddresses: (id, age) => insertMessage(id, age, 'leadIntake'),
    messageAddresses: (id, age) => insertMessage(id, age, 'client'),
    sentVariables: (id, age) =>
      insertMessage(id, age, 'client', {
        channel: 'SMS',
        status: 'SENT',
        reason: null,
        sent_at: ago(age),
        next_channels: '{EMAIL}',
      }),
    textReplies: (id, age) =>
      insert('text_replies', {
        ...tenant(),
        id,
        channel: 'SMS',
        reference: id,
        address_hash: 'hash',
        outcome: 'HELPED',
        created_at: ago(age),
      }),
    importedFiles: (id, age) =>
      insert('appointment_import_files', {
        ...tenant(),
        import_id: id,
        content: 'child,start',
        columns: '{}',
        created_at: ago(age),
      }),
    importedText: (id, age) =>
      insert('appointment_import_rows', {
        ...tenant(),
        id,
        import_id: 'imp_1',
        number: (imported += 1),
        source: '{"child": "Lena Weiss"}',
        created_at: ago(age),
        updated_at: ago(age),
      }),
    agentReplayResults: (id, age) =>
      insert('agent_replay_results', {
        ...tenant(),
        id,
        replay_id: 'arp_1',
        kind: 'SCHEDULE',
        occurred_at: ago(age),
        created_at: ago(age),
      }),
    webhookAttempts: (id, age) =>
      insert('webhook_attempts', {
        ...tenant(),
        id,
        delivery_id: `dlv_${id}`,
        endpoint_id: 'whe_1',
        number: 1,
        started_at: ago(age),
        duration_ms: 1,
        outcome: 'FAILED',
        response_body: 'whatever they said',
      }),
    therapistMatches: (id, age) =>
      insert('therapist_matches', {
        ...tenant(),
        id,
        input: '{}',
        input_hash: 'h',
        settings_version: 1,
        settings: '{}',
        candidates: '[]',
        matches: '[]',
        excluded: '[]',
        considered: 0,
        examined: 0,
        requested_by: 'key_1',
        created_at: ago(age),
      }),
    aiModelTexts: (id, age) => modelCall(id, { texts_until: ago(age), prompt: 'Who?' }),
    aiModelCalls: (id, age) => modelCall(id, { created_at: ago(age) }),
    keptAnswers: (id, age) =>
      insert('kept_answers', {
        ...tenant(),
        id,
        assistant_id: 'ast_1',
        assistant_version: 1,
        question: 'Who?',
        citations: '[]',
        not_found: true,
        confidence: 0,
        generated: false,
        asked_by: 'key_1',
        expires_at: ago(age),
        created_at: ago(90 * DAY_MS),
        updated_at: ago(90 * DAY_MS),
      }),
    workflowMessages: (id, age) =>
      insert('outbox', {
        ...tenant(),
        id,
        kind: 'workflow',
        type: 'clockMoving',
        subject_type: 'child',
        subject_id: 'chd_1',
        payload: '{}',
        actor: '{}',
        created_at: ago(90 * DAY_MS),
        available_at: ago(90 * DAY_MS),
        done_at: ago(age),
      }),
  }
  const idsOf = async (what: RetainedName) => {
    const { table, ...kind }: { table: string; only?: string } = RETENTION[what]
    const ids: Record<string, string> = {
      idempotency_keys: 'key',
      rate_limits: 'key',
      appointment_import_files: 'import_id',
    }
    const id = ids[table] ?? 'id'
    const where = kind.only ? `WHERE ${kind.only}` : ''
    return keysIn(`SELECT ${id} AS key FROM ${table} ${where} ORDER BY 1`)
  }

  test.each(RETAINED_NAMES)(
    '%s: expired rows are deleted, others stay, and a repetition in any batch size changes nothing',
    async (what) => {
      const kept = RETENTION[what].days * DAY_MS
      await SAMPLES[what](`${what}_live`, kept - HOUR_MS)
      const expire = async () => {
        for (const n of [1, 2, 3]) await SAMPLES[what](`${what}_dead${n}`, kept + n * 1_000)
      }
      await expire()
      const stopped = { signal: AbortSignal.abort(new Error('stopping')) }
      await expect(purgeOne(platform, what, stopped)).rejects.toThrow('stopping')
      expect(await purgeOne(platform, what, { batchSize: 2 })).toBe(3)
      expect(await purgeOne(platform, what)).toBe(0)
      expect(await idsOf(what)).toEqual([`${what}_live`])
      const days = RETENTION[what].setting && { days: { [what]: RETENTION[what].days + 1 } }
      if (!days) return
      await SAMPLES[what](`${what}_longer`, kept + HOUR_MS)
      expect(await purgeOne(platform, what, days)).toBe(0)
      expect(await purgeOne(platform, what)).toBe(1)
    },
  )

  test.each(RETAINED_NAMES.filter((name) => name !== 'rateLimits'))(
    '%s are found by an index',
    async (what) => {
      const { name, text } = purgeStatement(what)
      await owner.query('SET enable_seqscan = off')
      const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`)
      await owner.query('RESET enable_seqscan')
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, name).toMatch(/Index (Only )?Scan|Bitmap Index Scan/)
      expect(plan, name).not.toContain('Seq Scan')
    },
  )

  test('simultaneous runs handle each row once', async () => {
    for (let n = 0; n < 20; n += 1) await SAMPLES.links(`many_${n}`, 31 * DAY_MS)
    const both = await Promise.all([1, 2].map(() => purgeOne(platform, 'links', { batchSize: 3 })))
    expect(both[0]! + both[1]!).toBe(20)
  })

  test('a message loses its address and content, but its record still says when and to whom it was sent', async () => {
    await SAMPLES.messageAddresses('msg_old', 91 * DAY_MS)
    await SAMPLES.messageAddresses('msg_queued', 91 * DAY_MS)
    await owner.query(
      `UPDATE messages SET status = 'QUEUED', reason = NULL WHERE id = 'msg_queued'`,
    )
    expect(await purgeOne(platform, 'messageAddresses')).toBe(1)
    const { rows } = await owner.query(
      `SELECT id, recipient_id, sealed_address, sealed_variables, version FROM messages
         WHERE id IN ('msg_old', 'msg_queued') ORDER BY id`,
    )
    expect(rows).toEqual([
      {
        id: 'msg_old',
        recipient_id: 'cli_1',
        sealed_address: null,
        sealed_variables: null,
        version: 2,
      },
      {
        id: 'msg_queued',
        recipient_id: 'cli_1',
        sealed_address: 'a',
        sealed_variables: 'v',
        version: 1,
      },
    ])
  })

  test('events, unsent outbox rows and limits without an end are kept for ever', async () => {
    await SAMPLES.workflowMessages('wfm_pending', 90 * DAY_MS)
    await owner.query(`UPDATE outbox SET done_at = NULL WHERE id = 'wfm_pending'`)
    await SAMPLES.workflowMessages('evt_old', 90 * DAY_MS)
    await owner.query(
      `UPDATE outbox SET kind = 'event', type = 'child.registered' WHERE id = 'evt_old'`,
    )
    await owner.query(`INSERT INTO rate_limits (key, points, expire) VALUES ('blocked', 1, NULL)`)
    await run(activities.purgeExpiredRows)
    expect(await keysIn(`SELECT id AS key FROM outbox ORDER BY 1`)).toEqual(
      expect.arrayContaining(['evt_old', 'wfm_pending']),
    )
    expect(await keysIn('SELECT key FROM rate_limits')).toContain('blocked')
    await owner.query('DELETE FROM outbox')
  })

  test('the activity handles all kinds and reports rows of each, and a failure does not stop the others', async () => {
    await SAMPLES.links('lnk_dead', 31 * DAY_MS)
    await SAMPLES.operatorTokens('opt_dead', 1_000)
    const first = await run(activities.purgeExpiredRows)
    expect(Object.keys(first)).toEqual(RETAINED_NAMES)
    expect(first).toMatchObject({ links: 1, operatorTokens: 1, rateLimits: 0 })
    expect(Object.values(await run(activities.purgeExpiredRows))).toEqual(
      RETAINED_NAMES.map(() => 0),
    )

    await owner.query('REVOKE DELETE ON revoked_tokens FROM therapy_system')
    const done: RetainedName[] = []
    await expect(purgeExpired(platform, (what) => done.push(what))).rejects.toThrow('permission')
    await owner.query('GRANT DELETE ON revoked_tokens TO therapy_system')
    expect(done).toEqual(RETAINED_NAMES.filter((name) => name !== 'revokedTokens'))
  })

  test('RETENTION_DAYS accepts only days', () => {
    const setting = retentionDays()
    expect(setting.parse(undefined)).toEqual({})
    expect(setting.parse(' links=14, messageAddresses=365')).toEqual({
      links: 14,
      messageAddresses: 365,
    })
    for (const wrong of ['links', 'links=0', 'links=x', 'audit=1', 'idempotencyKeys=2'])
      expect(setting.safeParse(wrong).error?.issues[0]?.message, wrong).toContain(
        'names are signInLinks',
      )
  })
})
