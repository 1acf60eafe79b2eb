import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { FOLLOW_UP_KINDS, FOLLOW_UP_NAMES } from '#messaging/follow-ups/names.ts'
import { LANGUAGES } from '#messaging/locales/languages.ts'
import { LOCALES } from '#messaging/locales/texts-of.ts'
import { entryWords } from '#messaging/locales/entry-words.ts'
import { WORKLIST_KINDS } from '#messaging/worklist/worklist-kinds.ts'
import type { Waiting, Waits } from '#platform/core/records/define-waiting.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { permissionsIn } from '#platform/core/access/permissions.ts'
import { nextStatus } from '#platform/core/records/moves.ts'
import { registry } from '#registry/index.ts'
import { RECORDS } from '#vocabulary/resources.ts'
import { STATE_TABLES } from '../../../api/documents/states-page.ts'
import { operations } from '../../../api/resources/index.ts'
import { ROOT } from '../../architecture/imports.ts'

const declared: readonly Waiting[] = Object.values(registry.worklist)
const byId = new Map(operations.map((it) => [it.id, it]))

const kindsIn = (waits: Waits): readonly Waiting[] => {
  if (typeof waits === 'string' || 'followUp' in waits) return []
  return 'kind' in waits ? [waits] : waits
}

/** Kinds without a table of moves, and where their records wait. */
const WITHOUT_TABLE: Record<string, string> = {
  FOLLOW_UP_STEP: 'a step of a follow-up that asks',
  AGENT_FILTER_TO_CHECK:
    'the counts of a trigger show that its filter fails or lets nothing through',
  AGENT_SCHEDULE_OVERDUE: 'a scheduled time passes',
  BREAK_GLASS_TO_REVIEW: 'an access has ended and is not reviewed',
  CREDIT_PAYOUT_FAILED: 'the gateway decides the states of a payout of credit',
  LICENSE_EXPIRING: 'a license comes near its expiry',
  LICENSE_TO_VERIFY: 'the verification of a license has no moves',
  REFUND_FAILED: 'the gateway decides the states of a refund',
}

/** Models with a status but without a table of moves, and why the worklist needs nothing else of them. */
const WITHOUT_MOVES: Record<string, string> = {
  AgentRunStep: 'WAITING: AGENT_STEP_TO_APPROVE; other steps wait for an event or a time',
  ChannelConsent: 'the history of what guardians said about texts',
  CreditPayout: 'FAILED: CREDIT_PAYOUT_FAILED',
  DeadlineRecalculation: 'its workflow ends it',
  EarlyInterventionProgram: 'ACTIVE: the clocks of the program ask through its follow-up',
  EvaluationRun: 'its workflow ends it',
  FollowUp: 'its steps ask',
  FollowUpStep: 'FOLLOW_UP_STEP',
  FreedSlot: 'it is offered to the waitlist by its follow-up',
  GroupWaitlistEntry: 'it moves up by itself when a place becomes free',
  IdempotencyKey: 'its status is that of a response',
  AiModelCall: 'it ends with the call',
  AppointmentImportRow: 'its import waits',
  OnboardingItem: 'PROVIDED: ONBOARDING_ITEM_TO_CHECK, by a table of its own',
  OnboardingReference: 'the referee answers; the follow-up of the onboarding reminds them',
  OnboardingStage: 'the history of an onboarding',
  LeadStage: 'the history of a lead',
  PerformedAction: 'it has ended',
  PersonExport: 'its workflow ends it, and it expires',
  Refund: 'FAILED: REFUND_FAILED',
  Series: 'its workflow books it',
  SeriesOccurrence: 'the answer of the series lists conflicts; the rest of it is booked',
  Tenant: 'the operator suspends and resumes a centre',
  User: 'INVITED: the user follows the link, and administrators see it in the list of users',
  WebhookDelivery:
    'deliveries are repeated; an endpoint that keeps failing is WEBHOOK_ENDPOINT_DISABLED',
}

describe.each(Object.entries(STATE_TABLES))('%s', (_, table) => {
  test('say of each state how it is listed, or why nobody is waited for', () => {
    expect(Object.keys(table.waits).toSorted()).toEqual(table.states.toSorted())
    for (const [status, waits] of Object.entries(table.waits)) {
      if (typeof waits === 'string')
        expect(waits.length, status).toBeGreaterThanOrEqual(ENDED.length)
      else if ('followUp' in waits) expect(FOLLOW_UP_NAMES, status).toContain(waits.followUp)
      else expect(declared, status).toEqual(expect.arrayContaining([...kindsIn(waits)]))
    }
  })

  test('call no state ended that callers can leave', () => {
    const left = table.states.filter(
      (status) =>
        table.waits[status] === ENDED &&
        Object.values(table.moves).some((move) => {
          const next = move.byPlatform ? undefined : nextStatus<string>(move, status)
          return next !== undefined && next !== status
        }),
    )
    expect(left).toEqual([])
  })
})

test('each kind is declared once, and by a state or a known other place', () => {
  expect(Object.entries(registry.worklist).filter(([kind, it]) => kind !== it.kind)).toEqual([])
  const inTables = new Set(
    Object.values(STATE_TABLES).flatMap(({ waits }) =>
      Object.values(waits)
        .flatMap(kindsIn)
        .map(({ kind }) => kind),
    ),
  )
  const elsewhere = declared.map(({ kind }) => kind).filter((kind) => !inTables.has(kind))
  expect(elsewhere.toSorted()).toEqual(Object.keys(WITHOUT_TABLE).toSorted())
})

const models = globSync('prisma/schema/*.prisma', { cwd: ROOT }).flatMap((file) =>
  [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^model (\w+) \{(.*?)^\}/gms)].map(
    ([, name, body]) => ({
      name: name!,
      table: /@@map\("(\w+)"\)/.exec(body!)?.[1],
      hasStatus: /^ +status /m.test(body!),
    }),
  ),
)

test('each model with a status has a table of moves, or a reason', () => {
  const tables = new Set(
    Object.values(STATE_TABLES).map(
      ({ subject }) => (RECORDS[subject] as { table?: string }).table,
    ),
  )
  const left = models.filter(({ table, hasStatus }) => hasStatus && !tables.has(table))
  expect(left.map(({ name }) => name).toSorted()).toEqual(Object.keys(WITHOUT_MOVES).toSorted())
})

const WORDED = [
  ...WORKLIST_KINDS.map((kind) => ({ kind, followUpKind: null })),
  ...FOLLOW_UP_KINDS.map((followUpKind) => ({ kind: 'FOLLOW_UP_STEP' as const, followUpKind })),
]

test.each(LANGUAGES)('each entry says what to do and what happens otherwise: %s', (language) => {
  const kinds = WORKLIST_KINDS.length + FOLLOW_UP_KINDS.length
  expect(Object.values(LOCALES[language].waiting).flatMap(Object.keys)).toHaveLength(2 * kinds)
  for (const entry of WORDED) {
    const { title, consequence } = entryWords(entry, language)
    expect(title).toMatch(/^\p{Lu}.*[^.]$/u)
    expect(consequence).toMatch(/^\p{Lu}.*\.$/u)
    if (language === 'en') continue
    const english = entryWords(entry, 'en')
    expect(title).not.toBe(english.title)
    expect(consequence).not.toBe(english.consequence)
    // It is the subject of an e-mail about one entry.
    expect(title.length, title).toBeLessThanOrEqual(70)
  }
})

describe.each(declared)('$kind', ({ actions, subject }) => {
  test('is about a known record', () => {
    expect(RECORDS).toHaveProperty(subject)
  })

  test('names operations as they are', () => {
    const ofFollowUps = Object.values(registry.followUps).flatMap((it) => it.actions ?? [])
    for (const { operation, path, method = 'POST', needs } of [...actions, ...ofFollowUps]) {
      const known = byId.get(operation)
      expect(known && [known.path, known.method, known.permissions], operation).toEqual([
        path,
        method.toLowerCase(),
        permissionsIn(needs),
      ])
    }
  })

  test('is read with the permission for its record', () => {
    const [get] = operations.filter(
      ({ id }) => id === `get${subject[0]!.toUpperCase()}${subject.slice(1)}`,
    )
    const { reads } = declared.find((it) => it.subject === subject)!
    expect(get ? get.permission : reads).toBe(reads)
  })
})
