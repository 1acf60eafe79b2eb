/**
 * Early-intervention programmes: starting them, and moving all their clocks after a change of the
 * holiday calendar. Goal: both linear, so that the last quarter takes about as long as the first.
 */
import { createChild } from '../domain/children/create-child.ts'
import { createClockSet } from '../domain/clocks/create-clock-set.ts'
import { createHolidayCalendar } from '../domain/clocks/create-holiday-calendar.ts'
import { getHolidayCalendar } from '../domain/clocks/queries.ts'
import { dateIn } from '../domain/core/time.ts'
import { moveClocks } from '../domain/early-intervention/move-clocks.ts'
import { startProgramme } from '../domain/early-intervention/start-programme.ts'
import { listDeadlines } from '../domain/early-intervention/queries.ts'
import { openCentre } from './support/centre.ts'
import { report } from './support/report.ts'
import { inParallel } from './support/temporal.ts'

const PROGRAMMES = Number(process.argv[2] ?? 10_000)
const QUARTERS = 4
const CONCURRENCY = 8

await using centre = await openCentre({ people: 1 })
const { ctx, platform } = centre
const today = dateIn(platform.clock.now(), 'UTC')
const { id: clockSetId } = await createClockSet(ctx, {
  name: 'Working days',
  clocks: [
    {
      name: 'visit',
      from: 'REFERRAL',
      amount: 30,
      unit: 'workingDays',
      lessDays: 0,
      until: 'SERVICES',
      repeats: false,
      pausable: true,
      warnDays: 5,
      source: 'Bench',
    },
  ],
})

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const beganAt = performance.now()
  await work()
  return performance.now() - beganAt
}

const birthDate = `${Number(today.slice(0, 4)) - 1}-01-01`
const startOne = async () => {
  const child = await createChild(ctx, { firstName: 'Child', lastName: 'Bench', birthDate })
  await startProgramme(ctx, {
    childId: child.id,
    referredOn: today,
    coordinatorId: null,
    clockSetId,
    checkInEveryDays: 30,
    questionSetId: null,
  })
}
const starting: number[] = []
for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
  starting.push(await timed(() => inParallel(PROGRAMMES / QUARTERS, CONCURRENCY, startOne)))
}

const date = new Date(platform.clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10)
const names = [0, 1, 2, 3, 4].map((day) => ({
  date: new Date(Date.parse(date) + day * 86_400_000).toISOString().slice(0, 10),
  name: `Holiday ${day}`,
}))
const calendar = await createHolidayCalendar(ctx, { holidays: names })
const batches: number[] = []
for (let progress: string = 'more'; progress === 'more';) {
  const beganAt = performance.now()
  progress = await moveClocks(ctx, calendar)
  batches.push(performance.now() - beganAt)
}
const { moved } = await getHolidayCalendar(ctx, calendar)
const dashboard = await timed(() =>
  listDeadlines(ctx, { limit: 100, sort: 'dueOn', status: 'ON_TRACK' }),
)
const sum = (numbers: readonly number[]) => numbers.reduce((total, it) => total + it, 0)
const half = Math.floor(batches.length / 2)
report('programmes', [], {
  programmes: PROGRAMMES,
  startedPerSecond: Math.round(PROGRAMMES / (sum(starting) / 1_000)),
  startingSecondsByQuarter: starting.map((ms) => Math.round(ms / 100) / 10),
  moved,
  movedPerSecond: Math.round(moved / (sum(batches) / 1_000)),
  msPerBatchFirstHalf: Math.round(sum(batches.slice(0, half)) / Math.max(half, 1)),
  msPerBatchSecondHalf: Math.round(sum(batches.slice(half)) / (batches.length - half)),
  dashboardMs: Math.round(dashboard),
})
