import type { Context } from '#platform/core/context/context.ts'
import { named } from '#platform/core/context/registry.ts'
import { newId } from '#platform/core/records/ids.ts'
import {
  read,
  transact,
  type Reader,
  type Transaction,
} from '#platform/core/transactions/transaction.ts'
import type { FollowUpKind } from './follow-up-kind.ts'
import type { FollowUpName } from './names.ts'
import { nextOf, revise } from './plan.ts'
import { nextStepOf, stateAfter, type NextStep } from './plan-steps.ts'
import { createFollowUps, type PlannedFollowUp } from './create-follow-ups.ts'
import { stateOf, workflowOf } from './record.ts'
import { restrictedAmong } from './restricted-among.ts'

/** Subjects of one kind. */
export interface NewSubjects {
  kind: FollowUpName
  subjectIds: readonly string[]
}

/** The first step of each subject that has one; null if nothing is left to do. */
export type FirstSteps = ReadonlyMap<string, NextStep | null>

/**
 * Records the first plan of follow-ups that do not exist yet, in a bounded number of statements if their kind
 * can load the facts of many. Leaves out subjects that somebody is changing, and those of restricted children:
 * their workflows plan for themselves (`planSteps`).
 */
export const planFirstSteps = async (ctx: Context, subjects: NewSubjects): Promise<FirstSteps> => {
  const subjectIds = await read(ctx, 'follow-ups:read', (reader) =>
    withoutFollowUp(reader, subjects),
  )
  if (subjectIds.length === 0) return new Map()
  return transact(ctx, 'follow-ups:write', (tx) => plan(tx, { kind: subjects.kind, subjectIds }))
}

const plan = async (tx: Transaction, { kind, subjectIds }: NewSubjects): Promise<FirstSteps> => {
  const followUpKind = tx.platform.registry.followUps[kind]
  const [, facts, restricted] = await Promise.all([
    tx.sql(WAIT_BRIEFLY),
    factsOf(tx, followUpKind, subjectIds),
    restrictedAmong(tx, subjectIds),
  ])
  const { subjectType } = named(tx.platform.registry.workflows, kind)
  const first = new Map<string, NextStep | null>()
  const followUps: PlannedFollowUp[] = []
  for (const [subjectId, known] of facts) {
    if (restricted.has(subjectId)) continue
    const { workflowId } = workflowOf(tx, { kind, subjectId })
    const steps = followUpKind.plan(known)
    const next = nextOf([], steps, revise([], steps))
    const followUp = { cancelledAt: null }
    const state = stateAfter(followUpKind, { facts: known, followUp, first: next, next })
    followUps.push({ id: newId('followUp'), subjectId, workflowId, steps, ...state })
    first.set(subjectId, next && nextStepOf(next))
  }
  const created = await createFollowUps(tx, { kind, subjectType }, followUps)
  tx.changedEach(
    created.map(({ id, workflowId, ...state }) => ({
      workflowId,
      subject: { type: 'followUp', id },
      before: OPENED,
      after: stateOf(state),
    })),
  )
  return new Map(created.map(({ subjectId }) => [subjectId, first.get(subjectId)!]))
}

/** As `planSteps` opens a follow-up. */
const OPENED = { status: 'ACTIVE', waitingOn: null, nextStepAt: null }

const factsOf = async (
  tx: Transaction,
  { facts, factsOfMany }: FollowUpKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, unknown>> => {
  if (factsOfMany) return factsOfMany(tx, subjectIds)
  const loaded = new Map<string, unknown>()
  for (const subjectId of subjectIds) loaded.set(subjectId, await facts(tx, subjectId))
  return loaded
}

/** The relay must not wait for a long write of one subject, because others wait behind it. */
const WAIT_BRIEFLY = `SELECT set_config('lock_timeout', '250', true)`

/** Those of the subjects that have no follow-up of this kind. */
const withoutFollowUp = async (
  reader: Reader,
  { kind, subjectIds }: { kind: FollowUpName; subjectIds: readonly string[] },
): Promise<string[]> => {
  const rows = await reader.sql<{ subjectId: string }>(WITHOUT, [reader.tenantId, kind, subjectIds])
  return rows.map(({ subjectId }) => subjectId)
}

const WITHOUT = `
  SELECT subject.subject_id AS "subjectId" FROM unnest($3::text[]) AS subject(subject_id)
  WHERE NOT EXISTS (
    SELECT FROM follow_ups f WHERE f.tenant_id = $1 AND f.subject_id = subject.subject_id AND f.kind = $2)`
