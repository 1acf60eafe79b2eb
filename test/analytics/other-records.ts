/** Records that are counted at query time, each in any of its states. */
import type { Writer } from './history.ts'

const HOURS = [
  { weekday: 'MONDAY', startTime: '07:00', endTime: '16:00' },
  { weekday: 'TUESDAY', startTime: '21:00', endTime: '00:30' },
  { weekday: 'WEDNESDAY', startTime: '09:00', endTime: '19:00' },
]
const WINDOWS = [
  { weekday: 'MONDAY', startTime: '08:00', endTime: '17:00' },
  { weekday: 'TUESDAY', startTime: '22:00', endTime: '01:00' },
  { weekday: 'WEDNESDAY', startTime: '08:30', endTime: '12:00' },
  { weekday: 'WEDNESDAY', startTime: '11:00', endTime: '15:15' },
]

/** Consistent rows with random values; `rows` of each kind. */
export const addOtherRecords = async (
  { cast, random, sql, newId, instant, date, appointments }: Writer,
  rows = 14,
): Promise<void> => {
  const maybe = <T>(items: readonly T[]): T | null => random.pick([...items, null])
  const each = async (work: (at: number) => Promise<unknown>) => {
    for (let at = 0; at < rows; at += 1) await work(at)
  }
  const insert = (table: string, row: Record<string, unknown>) => {
    const columns = Object.keys(row)
    return sql(
      `INSERT INTO ${table} (tenant_id, ${columns.join(', ')}) VALUES ($1, ${columns.map((_, at) => `$${at + 2}`).join(', ')})`,
      Object.values(row),
    )
  }
  const times = () => ({ created_at: instant(), updated_at: new Date() })

  for (const id of cast.children)
    await sql(
      `UPDATE children SET created_at = $3, primary_provider_id = $4 WHERE tenant_id = $1 AND id = $2`,
      [id, instant(), maybe(cast.providers)],
    )
  await sql(
    `UPDATE children SET archived_at = now(), merged_into_id = $3 WHERE tenant_id = $1 AND id = $2`,
    [cast.children[0], cast.children[1]],
  )
  await each(() =>
    insert('care_team_members', {
      id: newId('ctm'),
      child_id: random.pick(cast.children),
      provider_id: random.pick(cast.providers),
      role: 'THERAPIST',
      starts_at: instant(),
      ends_at: random.pick([null, new Date('2026-12-24T00:00:00Z')]),
      added_by: 'x',
      ...times(),
    }).catch(() => undefined),
  )

  await sql('UPDATE locations SET hours = $3 WHERE tenant_id = $1 AND id = $2', [
    cast.locations[0],
    JSON.stringify(HOURS),
  ])
  for (const providerId of cast.providers) {
    const locationId = random.pick(cast.locations)
    const zone = random.pick(['Europe/Berlin', 'Asia/Kathmandu', 'America/New_York'])
    const of = { provider_id: providerId, time_zone: zone, ...times() }
    await insert('schedules', {
      id: newId('sch'),
      location_id: locationId,
      windows: JSON.stringify(WINDOWS),
      starts_on: random.pick([null, '2026-10-01']),
      ...of,
    })
    await insert('schedule_exceptions', {
      id: newId('sce'),
      location_id: random.pick([locationId, null]),
      kind: 'CLOSED',
      occurs_on: random.pick(['2026-10-26', '2026-10-06', '2026-11-18']),
      windows: '[]',
      ...of,
    })
    await insert('schedule_exceptions', {
      id: newId('sce'),
      location_id: locationId,
      kind: 'EXTRA',
      occurs_on: random.pick(['2026-10-25', '2026-10-13', '2026-11-16']),
      windows: JSON.stringify([{ startTime: '06:00', endTime: '10:00' }]),
      ...of,
    })
    await insert('time_off', {
      id: newId('tof'),
      provider_id: providerId,
      status: random.pick(['APPROVED', 'APPROVED', 'REQUESTED']),
      starts_at: new Date('2026-10-14T09:30:00Z'),
      ends_at: new Date('2026-10-20T12:15:00Z'),
      ...times(),
    })
  }
  for (const locationId of [cast.locations[0], null])
    await insert('closures', {
      id: newId('clo'),
      location_id: locationId,
      name: 'Closed',
      starts_on: locationId ? '2026-10-07' : '2026-11-09',
      ends_on: locationId ? '2026-10-08' : '2026-11-10',
      ...times(),
    })

  for (const appointmentId of appointments.slice(0, rows)) {
    const entryId = newId('wle')
    const slotId = newId('frs')
    const status = random.pick(['BOOKED', 'BOOKED', 'DECLINED'])
    await insert('waitlist_entries', {
      id: entryId,
      child_id: random.pick(cast.children),
      service_ids: [random.pick(cast.services)],
      provider_ids: [],
      location_ids: [],
      weekdays: [],
      times: '[]',
      priority: 1,
      status: random.pick([status === 'BOOKED' ? 'BOOKED' : 'WAITING', 'WAITING']),
      ...times(),
      created_at: new Date('2026-09-01T22:30:00Z'),
    })
    await insert('freed_slots', {
      id: slotId,
      provider_id: random.pick(cast.providers),
      location_id: random.pick(cast.locations),
      starts_at: instant(),
      time_zone: 'UTC',
      status: 'CLOSED',
      created_at: instant(),
    })
    await insert('waitlist_offers', {
      id: newId('wlo'),
      entry_id: entryId,
      freed_slot_id: slotId,
      appointment_id: appointmentId,
      status,
      expires_at: instant(),
      decided_at: instant(),
      ...times(),
    })
  }

  await each(() => {
    const status = random.pick(['ACTIVE', 'COMPLETED', 'CANCELLED'])
    return insert('goals', {
      id: newId('gol'),
      child_id: random.pick(cast.children),
      area: 'A',
      title: 'T',
      unit: 'percent',
      baseline: 0,
      target: 1,
      consecutive: 1,
      status,
      achievement_status: random.pick(['in-progress', 'achieved', 'sustaining']),
      trend: 'IMPROVING',
      ended_at: status === 'ACTIVE' ? null : new Date(),
      ...times(),
    })
  })

  const instrumentId = newId('ins')
  const editionId = newId('ied')
  await insert('assessment_instruments', { id: instrumentId, name: 'I', edition: 1, ...times() })
  await insert('instrument_editions', {
    id: editionId,
    instrument_id: instrumentId,
    edition: 1,
    definition: '{}',
    published_by: 'x',
    created_at: new Date(),
  })
  await each(async (at) => {
    const scheduleId = newId('ash')
    const childId = random.pick(cast.children)
    const status = random.pick(['COMPLETED', 'COMPLETED', 'OVERDUE', 'SCHEDULED', 'WAIVED'])
    const dueOn = date()
    await insert('assessment_schedules', {
      id: scheduleId,
      child_id: childId,
      instrument_id: instrumentId,
      provider_id: maybe(cast.providers),
      location_id: maybe(cast.locations),
      timing: 'ONCE',
      starts_on: dueOn,
      grace_days: 7,
      ended_at: new Date(),
      end_reason: 'x',
      ...times(),
    })
    const isDone = status === 'COMPLETED'
    await insert('assessments', {
      id: newId('asm'),
      child_id: childId,
      instrument_id: instrumentId,
      schedule_id: at % 3 === 0 ? null : scheduleId,
      due_on: dueOn,
      status,
      administered_on: isDone ? random.pick([dueOn, '2026-12-01']) : null,
      edition_id: isDone ? editionId : null,
      scores: isDone ? '[]' : null,
      waive_reason: status === 'WAIVED' ? 'x' : null,
      closed_at: isDone || status === 'WAIVED' ? new Date() : null,
      ...times(),
    })
  })

  await each(async (at) => {
    const programId = newId('eip')
    await insert('early_intervention_programs', {
      id: programId,
      child_id: random.pick(cast.children),
      location_id: maybe(cast.locations),
      service_coordinator_id: maybe(cast.providers),
      status: 'CLOSED',
      closed_on: '2026-11-01',
      referral_received_on: '2026-09-01',
      milestones: '{}',
      delays: '[]',
      check_in_every_days: 30,
      ...times(),
    })
    for (const clock of ['IFSP_MEETING', 'SERVICES_START']) {
      const state = random.pick(['MET', 'MET', 'NOT_MET', 'RUNNING', 'NOT_OWED'])
      const dueOn = date()
      await insert('program_deadlines', {
        id: newId('dln'),
        program_id: programId,
        clock,
        due_on: dueOn,
        warn_on: dueOn,
        paused: state === 'RUNNING' && at % 2 === 0,
        delayed_days: 0,
        starts_on: dueOn,
        awaited_milestone: 'x',
        updated_at: new Date(),
        period: 1,
        undelayed_due_on: dueOn,
        state,
        met_on: state === 'MET' ? random.pick([dueOn, '2026-12-02']) : null,
        not_owed: state === 'NOT_OWED' ? 'LATE_REFERRAL' : null,
      })
    }
  })

  const termsId = newId('spt')
  await insert('split_terms', {
    id: termsId,
    currency: 'EUR',
    starts_on: '2026-01-01',
    shares: '{}',
    created_by: 'x',
    created_at: new Date(),
  })
  const paid = await sql(`SELECT id, currency FROM payments WHERE tenant_id = $1 ORDER BY id`)
  for (const { id: paymentId, currency } of paid) {
    const settlementId = newId('stl')
    const gross = 100 * random.between(1, 9)
    const [provider, platform] = [60, 10] as const
    const status = random.pick(['PAID', 'PARTIALLY_REVERSED', 'FAILED', 'TRANSFERRING'])
    const isPaid = status === 'PAID' || status === 'PARTIALLY_REVERSED'
    const shares = {
      gross_minor: gross,
      provider_minor: provider,
      platform_minor: platform,
      centre_minor: gross - provider - platform,
    }
    await insert('settlements', {
      id: settlementId,
      provider_id: random.pick(cast.providers),
      status: status === 'TRANSFERRING' ? 'CANCELLED' : status,
      currency,
      ...shares,
      carried_in_minor: 0,
      withheld_minor: 0,
      released_minor: 0,
      payout_minor: provider,
      carried_out_minor: 0,
      requested_by: 'x',
      failure_code: status === 'FAILED' ? 'x' : null,
      settled_at: isPaid || status === 'FAILED' ? instant() : null,
      ...times(),
    })
    await insert('settlement_lines', {
      id: newId('sll'),
      settlement_id: settlementId,
      payment_id: paymentId,
      terms_id: termsId,
      ...shares,
      counts: isPaid,
      ...times(),
    })
  }

  await each(() => {
    const status = random.pick(['NEW', 'QUALIFIED', 'CONVERTED', 'LOST'])
    const isOver = status === 'CONVERTED' || status === 'LOST'
    return insert('leads', {
      id: newId('led'),
      status,
      stage_entered_at: instant(),
      heard_at: instant(),
      source: 'PHONE',
      location_id: maybe(cast.locations),
      language: 'en',
      created_by: 'x',
      child_id: status === 'CONVERTED' ? random.pick(cast.children) : null,
      client_id: status === 'CONVERTED' ? cast.clientId : null,
      lost_reason: status === 'LOST' ? 'TOO_FAR' : null,
      closed_at: isOver ? new Date() : null,
      ...times(),
    })
  })

  const planId = newId('obp')
  await insert('onboarding_plans', { id: planId, name: 'Plan', requirements: '[]', ...times() })
  await insert('onboarding_plan_versions', {
    plan_id: planId,
    number: 1,
    requirements: '[]',
    published_by: 'x',
    published_at: new Date(),
  })
  for (const [at, providerId] of cast.providers.entries()) {
    const status = ['DOCUMENTS', 'APPROVAL', 'APPROVED'][at % 3]!
    await insert('provider_onboardings', {
      id: newId('onb'),
      provider_id: providerId,
      plan_id: planId,
      plan_version: 1,
      status,
      stage_entered_at: instant(),
      waiting_on: [],
      started_by: 'x',
      invited_at: instant(),
      decided_by: status === 'APPROVED' ? 'x' : null,
      decided_at: status === 'APPROVED' ? new Date() : null,
      ...times(),
    })
  }

  await each(() => {
    const status = random.pick(['SENT', 'SENT', 'FAILED', 'BOUNCED', 'SKIPPED'])
    const id = newId('msg')
    return insert('messages', {
      id,
      template: 'appointment.reminder',
      language: 'en',
      channel: 'EMAIL',
      recipient_type: 'client',
      recipient_id: cast.clientId,
      subject_type: 'client',
      subject_id: cast.clientId,
      dedupe_key: id,
      status,
      reason: status === 'SENT' ? null : 'x',
      sent_at: status === 'SENT' ? new Date() : null,
      originally_due_at: instant(),
      due_at: instant(),
      ...times(),
    })
  })

  const endpointId = newId('whe')
  await insert('webhook_endpoints', {
    id: endpointId,
    url: 'https://hooks.example.org',
    event_types: ['*'],
    signature_schemes: ['v1'],
    status: 'PAUSED',
    secrets: '[]',
    ...times(),
  })
  const [event] = await sql(
    `SELECT id FROM outbox WHERE tenant_id = $1 AND kind = 'event' ORDER BY id LIMIT 1`,
  )
  await each(() => {
    const status = random.pick(['SUCCEEDED', 'SUCCEEDED', 'FAILED', 'PENDING'])
    const id = newId('dlv')
    return insert('webhook_deliveries', {
      id,
      endpoint_id: endpointId,
      event_id: event!['id'],
      event_type: 'x',
      status,
      event_created_at: instant(),
      next_attempt_at: status === 'PENDING' ? instant() : null,
      finished_at: status === 'PENDING' ? null : instant(),
      redelivery_of: id,
      ...times(),
    })
  })
}
