import { setTimeout as sleep } from 'node:timers/promises'
import { createClockSet } from '#early-intervention/clocks/create-clock-set.ts'
import { startProgram } from '#early-intervention/programs/start-program.ts'
import { StartProgram } from '#early-intervention/programs/schemas.ts'
import { closureRecord } from '#organization/closures/record.ts'
import { archiveRecord } from '#platform/core/records/archive-record.ts'
import { createClosure } from '#organization/closures/create-closure.ts'
import { createChild } from '#people/children/create-child.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

/** Clocks that run for this many working days. */
const WORKING_DAYS = 30
/** Days, counted from today, on which the centre is closed. */
const CLOSED = { from: 10, until: 16 }
/** A recalculation handles programs in hundreds: it is killed between two batches or within one. */
const BATCHES = { quick: 3, full: 8 }
const BATCH = 100
const POLL_MS = 10
const LATEST_KILL_MS = 200
const LONGEST_MS = 180_000

export const killInRecalculations: Drill = {
  name: 'kill-in-recalculations',
  what: 'kill -9 of all workers while closures move the working-day clocks of programs, and closures change meanwhile',
  run: async (run) => {
    const { site, random, quick, count, holds, say } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const { ctx, tenantId } = centre
    const programs = (quick ? BATCHES.quick : BATCHES.full) * BATCH - BATCH / 2
    await startPrograms(centre, programs)
    await settled(run, [centre])
    const state = async () => (await site.query<State>(STATE, [tenantId]))[0]!
    let killedMidway = 0
    const killMidway = async () => {
      const deadline = performance.now() + LONGEST_MS
      while ((await state()).looked === 0 && performance.now() < deadline) await sleep(POLL_MS)
      await sleep(random.between(0, LATEST_KILL_MS))
      await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
      if ((await state()).running) killedMidway += 1
    }
    const finished = async (dueOn: string) => {
      await Promise.all(site.workers.map((it) => it.start()))
      const deadline = performance.now() + LONGEST_MS
      while ((await state()).running && performance.now() < deadline) await sleep(POLL_MS)
      await settled(run, [centre])
      const found = await state()
      const isWhole = found.looked === programs && found.due === dueOn && found.stepsDue === dueOn
      holds('each program has the deadline and the step that the closures say', isWhole, found)
    }
    const days = (offset: number) => dateOf(Date.now() + offset * DAY_MS)
    const [startsOn, endsOn] = [days(CLOSED.from), days(CLOSED.until)]

    say('a closure, and kill -9 half way')
    const { id } = await createClosure(ctx, { name: 'Holidays', startsOn, endsOn })
    await killMidway()
    await finished(workingDaysFrom(days(0), [startsOn, endsOn]))
    say('the closure is archived, kill -9 half way, and another closure while no worker is there')
    await archiveRecord(ctx, { id }, closureRecord)
    await killMidway()
    const second = { startsOn: days(CLOSED.from + 1), endsOn: days(CLOSED.until + 4) }
    await createClosure(ctx, { name: 'Holidays', ...second })
    await finished(workingDaysFrom(days(0), [second.startsOn, second.endsOn]))

    count('programs', programs)
    count('killed half way', killedMidway)
    count('recalculations', (await state()).recalculations)
    holds('there was something to lose', killedMidway > 0)
    await reconcile(run, { ledger, centres: [centre] })
  },
}

const startPrograms = async ({ ctx }: Centre, count: number): Promise<void> => {
  const { id: clockSetId } = await createClockSet(ctx, {
    name: 'Working days',
    clocks: [
      {
        name: 'visit',
        countsFrom: 'REFERRAL',
        amount: WORKING_DAYS,
        unit: 'WORKING_DAYS',
        daysBefore: 0,
        awaitedMilestone: 'SERVICES_STARTED',
        repeats: false,
        pausable: true,
        warningDays: 5,
        source: 'Drill',
      },
    ],
  })
  const today = dateOf(Date.now())
  const birthDate = dateOf(Date.now() - 400 * DAY_MS)
  for (let index = 0; index < count; index += 1) {
    const { id } = await createChild(ctx, { firstName: 'Child', lastName: `${index}`, birthDate })
    const start = { childId: id, referralReceivedOn: today, clockSetId }
    await startProgram(ctx, StartProgram.parse(start))
  }
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The last day in time, counted independently. */
const workingDaysFrom = (from: string, [startsOn, endsOn]: [string, string]): string => {
  let at = Date.parse(from)
  for (let left = WORKING_DAYS; left > 0;) {
    at += DAY_MS
    const isWeekend = [0, 6].includes(new Date(at).getUTCDay())
    if (!isWeekend && (dateOf(at) < startsOn || dateOf(at) > endsOn)) left -= 1
  }
  return dateOf(at)
}

interface State {
  running: boolean
  looked: number
  recalculations: number
  due: string
  stepsDue: string
}

/** `due`: the common day of all programs; the step for a missed deadline comes a day later. */
const STATE = `
  SELECT r.status = 'RUNNING' AS running, r.programs AS looked,
         (SELECT count(*)::int FROM deadline_recalculations WHERE tenant_id = $1) AS recalculations,
         (SELECT string_agg(DISTINCT due_on::text, ' ') FROM program_deadlines WHERE tenant_id = $1) AS due,
         (SELECT string_agg(DISTINCT ((s.due_at AT TIME ZONE 'Europe/Berlin')::date - 1)::text, ' ')
          FROM follow_up_steps s WHERE s.tenant_id = $1 AND s.step = 'visit-missed') AS "stepsDue"
  FROM deadline_recalculations r WHERE r.tenant_id = $1 ORDER BY r.id DESC LIMIT 1`
