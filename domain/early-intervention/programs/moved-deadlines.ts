import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { outcomeSchema } from '#platform/core/schemas/outcome-schema.ts'
import { daysUntil } from '../clocks/rules.ts'
import { Deadline, Program } from './schemas.ts'

const Stand = Deadline.pick({ dueOn: true, status: true })

const MovedDeadline = z
  .strictObject({
    programId: idOf('program'),
    ...Deadline.pick({ clock: true, ifspService: true, period: true }).shape,
    before: Stand.nullable().meta({
      description: 'Due date and status before the change; null if the deadline did not exist.',
      example: { dueOn: '2026-11-19', status: 'ON_TRACK' },
    }),
    after: Stand.nullable().meta({
      description: 'Due date and status after the change; null if the deadline no longer exists.',
      example: { dueOn: '2026-11-27', status: 'ON_TRACK' },
    }),
  })
  .meta({ id: 'MovedProgramDeadline' })
export type MovedDeadline = z.infer<typeof MovedDeadline>

/** A program after a change, with the moved deadlines. */
export const ProgramOutcome = outcomeSchema('EarlyInterventionProgramOutcome', Program, {
  movedDeadlines: z.array(MovedDeadline).meta({
    description: 'Deadlines whose due date or status changed, by clock.',
  }),
})
export type ProgramOutcome = z.infer<typeof ProgramOutcome>

/** The deadlines that a change of a program moved. Pure. */
export const movedDeadlines = (
  before: Pick<Program, 'id' | 'deadlines'>,
  after: Pick<Program, 'deadlines'>,
): MovedDeadline[] => {
  const standing = byKey(before)
  const standingAfter = byKey(after)
  return [...new Set([...standing.keys(), ...standingAfter.keys()])].flatMap((key) => {
    const [from, to] = [standing.get(key), standingAfter.get(key)]
    if (from?.dueOn === to?.dueOn && from?.status === to?.status) return []
    const { clock, ifspService, period } = (to ?? from)!
    return {
      programId: before.id,
      clock,
      ifspService,
      period,
      before: standOf(from),
      after: standOf(to),
    }
  })
}

type Row = Program['deadlines'][number]

const byKey = ({ deadlines }: Pick<Program, 'deadlines'>): Map<string, Row> =>
  new Map(deadlines.map((it) => [`${it.clock}.${it.ifspService ?? ''}.${it.period}`, it]))

const standOf = (it: Row | undefined) => (it ? { dueOn: it.dueOn, status: it.status } : null)

/**
 * The deadlines before and after, for the audit trail. Deadlines that count from the birth are shown only as a
 * number of days, because dates would reveal the birth date, which the trail does not contain.
 */
export const auditedMoves = (
  moved: readonly MovedDeadline[],
  ...states: Pick<Program, 'deadlines' | 'referralReceivedOn'>[]
) => {
  const fromBirth = new Set(
    states.flatMap(({ deadlines, referralReceivedOn }) =>
      deadlines.filter((it) => it.startsOn < referralReceivedOn).map(({ clock }) => clock),
    ),
  )
  const sideOf = (side: 'from' | 'to') =>
    moved.map(({ clock, ifspService, period, before, after }) => {
      const stand = side === 'from' ? before : after
      const named = { clock, ifspService, period }
      if (!fromBirth.has(clock)) return { ...named, ...stand }
      const movedByDays = before && after ? daysUntil(before.dueOn, after.dueOn) : null
      return { ...named, status: stand?.status, ...(side === 'to' && { movedByDays }) }
    })
  return { from: sideOf('from'), to: sideOf('to') }
}
