import { cancellationFacts } from '../cancellations/cancellation-facts.ts'
import type { CancellationLine } from '../cancellations/cancellation-line.ts'
import { cancellationLines } from '../cancellations/plan-cancellation.ts'
import { messagesOfSteps, plannedSteps } from '#messaging/follow-ups/planned-steps.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { leavesSlot } from '../slots/rules.ts'
import { matchesFor } from '../waitlist/matches-for.ts'
import type { WaitlistMatch } from '../waitlist/waitlist-match.ts'
import { moveLocked, rehearseMove, type AppointmentRef, type Move } from './move-appointment.ts'
import { NOTICE_STEPS } from './notice-steps.ts'
import { lockAppointment } from './queries.ts'
import type { Appointment, AppointmentOutcome, AppointmentRow } from './schemas.ts'

/** Executes a move, or previews it with `dryRun`, and returns its consequences. */
export const moveWithOutcome = async (
  tx: Transaction,
  { dryRun = false, id, version }: AppointmentRef & { dryRun?: boolean | undefined },
  move: Move,
): Promise<AppointmentOutcome> => {
  // The steps that its workflow will plan, possibly a moment later because the write was just made.
  const lifecycle = { kind: 'appointmentLifecycle', subjectId: id } as const
  const [before, followUpsStopped] = await Promise.all([
    lockAppointment(tx, id),
    plannedSteps(tx, lifecycle),
  ])
  const work = async () => {
    const moved = await moveLocked(tx, before, move, version)
    const [followUpsPlanned, waitlist, facts] = await Promise.all([
      plannedSteps(tx, lifecycle),
      waitlistMatches(tx, before, moved),
      cancellationFacts(tx, id),
    ])
    const notices = followUpsPlanned.filter(({ step }) => NOTICE_STEPS.has(step))
    const messages = await messagesOfSteps(tx, lifecycle, notices)
    const told = messages.some(({ outlook }) => outlook === 'PLANNED')
    const consequences = facts.isOff
      ? [
          ...cancellationLines(facts),
          ...(waitlist.length > 0 ? [unpriced('WAITLIST_OFFER')] : []),
          ...(told ? [unpriced('NOTICE')] : []),
        ]
      : []
    return { ...moved, followUpsPlanned, waitlist, consequences, messages }
  }
  const moved = await (dryRun ? rehearseMove(tx, before, work) : work())
  return { ...moved, dryRun, followUpsStopped }
}

const unpriced = (step: CancellationLine['step']) => ({ step, amount: null, currency: null })

const MOST_TOLD = 10

/** Waitlist entries to which the freed slot will be offered, determined as the workflow does. */
const waitlistMatches = async (
  tx: Transaction,
  before: AppointmentRow,
  { status, provider, startsAt }: Appointment,
): Promise<WaitlistMatch[]> => {
  const after = { status, providerId: provider.id, startsAt: new Date(startsAt) }
  const told: WaitlistMatch[] = []
  // A place in a group is not a slot; it goes to the group's own waitlist.
  if (before.groupId || !leavesSlot(before, after)) return told
  for await (const { entry, serviceId } of matchesFor(tx, before)) {
    told.push({ entryId: entry.id, childId: entry.childId, serviceId })
    if (told.length === MOST_TOLD) break
  }
  return told
}
