import { setTimeout as sleep } from 'node:timers/promises'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { runStepNow } from '#messaging/follow-ups/run-step-now.ts'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
import { openCentre, type Centre } from './centre.ts'
import type { DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

/** Records at the same step at the same time. */
export const AT_ONCE = 12
/** The kill happens within this many milliseconds after the first of them has done the step. */
const LATEST_KILL_MS = 300
const POLL_MS = 20
const LONGEST_MS = 120_000

/** The records of a round: the first step fills `ids`. */
export interface Round {
  centre: Centre
  ids: string[]
  number: number
}

/** Makes a step due. */
type Begin = (round: Round) => Promise<void>

interface KilledRecords<Found> {
  /** The name of the records. */
  records: string
  /** Makes a step due, by the prefix of its name, in run order. */
  steps: Readonly<Record<string, Begin>>
  /** Steps that only some of the records do. */
  fewer?: Readonly<Record<string, number>>
  /** SQL that counts the effects per record at the end; $1 is the tenant, $2 the ids. */
  found: string
  isWhole: (found: Found) => boolean
}

/** Kills all workers in the middle of each step of follow-ups and checks the records. */
export const killAtEachStep = async <Found extends object>(
  run: DrillRun,
  { records, steps, fewer = {}, found: sql, isWhole }: KilledRecords<Found>,
): Promise<void> => {
  const { site, random, quick, count, holds, say } = run
  const ledger = new Ledger()
  await using centre = await openCentre({ site, ledger, random })
  const { ctx, tenantId } = centre
  // Nobody is contacted at night, and drills run at any hour.
  await patchMessageSettings(ctx, { version: undefined, patch: { quietHours: null } })
  const rounds = quick ? 1 : 2
  let between = 0
  for (let number = 0; number < rounds; number += 1) {
    const round: Round = { centre, ids: [], number }
    for (const [step, begin] of Object.entries(steps)) {
      say(`round ${number + 1} of ${rounds}: ${step}`)
      const done = async () =>
        (await site.query<{ n: number }>(DONE, [tenantId, round.ids, `^${step}(-|$)`]))[0]!.n
      const expected = fewer[step] ?? AT_ONCE
      if (await killInStep(run, { step, begin: () => begin(round), done, expected })) between += 1
    }
    await settled(run, [centre])
    const found = await site.query<Found>(sql, [tenantId, round.ids])
    holds(`each of the ${records} says everything once`, found.every(isWhole), found)
    holds(`all ${records} are there`, found.length === AT_ONCE, found.length)
  }
  count(records, rounds * AT_ONCE)
  count('kills', rounds * Object.keys(steps).length)
  count('killed while some had done the step and others not', between)
  await reconcile(run, { ledger, centres: [centre] })
}

interface KilledStep {
  step: string
  begin: () => Promise<void>
  /** How many records have done it. */
  done: () => Promise<number>
  expected: number
  /** Resolves when the workers are to be killed, with a function that releases what was held. */
  moment?: () => Promise<() => Promise<void>>
}

/** Kills all workers in the middle of a step and waits until it completes. Returns whether some had not done it. */
export const killInStep = async (
  run: DrillRun,
  { step, begin, done, expected, moment }: KilledStep,
): Promise<boolean> => {
  const { workers } = run.site
  const begun = begin()
  const letGo = await (moment ? moment() : soonAfterTheFirst(run, done))
  await Promise.all(workers.map((it) => it.end('SIGKILL')))
  await letGo?.()
  await begun
  const isBetween = (await done()) < expected
  await Promise.all(workers.map((it) => it.start()))
  const isThrough = await eventually(async () => (await done()) === expected)
  run.holds(`'${step}' is carried through after the restart`, isThrough)
  return isBetween
}

/** The others are in progress then. */
const soonAfterTheFirst = async ({ random }: DrillRun, done: () => Promise<number>) => {
  await eventually(async () => (await done()) > 0)
  await sleep(random.between(0, LATEST_KILL_MS))
  return undefined
}

/** Whether it becomes true within a bounded time. */
export const eventually = async (isTrue: () => Promise<boolean>): Promise<boolean> => {
  const deadline = performance.now() + LONGEST_MS
  for (;;) {
    if (await isTrue()) return true
    if (performance.now() > deadline) return false
    await sleep(POLL_MS)
  }
}

/** A step that is the same for each record, one after the other. */
export const forEach =
  (work: (round: Round, id: string, index: number) => Promise<unknown>): Begin =>
  async (round) => {
    for (const [index, id] of round.ids.entries()) await work(round, id, index)
  }

/** Runs a step as if its time had come, by the prefix of its name. */
export const fire = async ({ centre: { ctx } }: Round, subjectId: string, kind: string) => {
  const { data } = await listFollowUps(ctx, { limit: 1, sort: '-createdAt', subjectId })
  const step = data[0]!.steps.find((it) => it.step.startsWith(kind) && it.status === 'SCHEDULED')
  await runStepNow(ctx, { id: data[0]!.id, step: step!.step })
}

/** Records that have done a step. */
const DONE = `
  SELECT count(*)::int AS n FROM follow_ups f
  WHERE f.tenant_id = $1 AND f.subject_id = ANY ($2) AND EXISTS (
    SELECT FROM follow_up_steps s
    WHERE s.tenant_id = f.tenant_id AND s.follow_up_id = f.id AND s.step ~ $3 AND s.status = 'DONE')`
