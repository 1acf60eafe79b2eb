import { coordinatorOf, earlyInterventionEvents } from '../programs/events.ts'
import {
  deadlinesFor,
  lockProgramDates,
  writeDeadlines,
} from '../programs/recalculate-deadlines.ts'
import type { StoredDelay } from '../programs/rules.ts'
import { Program } from '../programs/schemas.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { loadProgram } from '../programs/queries.ts'
import { loadHolidays } from '../clocks/holidays.ts'
import { isRunning, statusOf, type Deadline } from '../clocks/rules.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { loadTodays } from '../programs/todays.ts'
import { addMinutes, dateIn } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { findSupervisor } from '#organization/supervisions/queries.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { actingParentsOf, findRecipient, type Recipient } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { NO_GUARDIAN, guardiansNotified } from '#messaging/messages/recipient.ts'
import { askEach } from '#messaging/links/ask-each.ts'
import {
  aboutStep,
  isFamilyCheckIn,
  nameOf,
  planProgram,
  type ProgramFacts,
} from './plan-program.ts'
import {
  defineFollowUp,
  done,
  leftThePlan,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { leftOut } from '#messaging/follow-ups/while-restricted.ts'

/** How long a guardian can respond. */
export const LINK_MINUTES = 14 * 24 * 60

interface Facts extends ProgramFacts {
  id: string
  childId: string
  serviceCoordinatorId: string | null
  checkInLanguage: Language | null
}

/** Follows the clocks of an early-intervention program and the check-ins with its guardians. */
export const earlyInterventionCheckIn = defineFollowUp<Facts>({
  resource: 'early-intervention',
  facts: async (tx, id) => {
    const armable = await lockProgramDates(tx, id)
    if (!armable) throw notFound('early-intervention program')
    const holidays = await loadHolidays(tx)
    await writeDeadlines(tx, [armable], holidays)
    const { childId, serviceCoordinatorId, createdAt, ...program } = await loadProgram(tx, id)
    const { quietHours } = await loadMessagingTerms(tx)
    const { today, timeZone } = (await loadTodays(tx)).at(armable.locationId)
    return {
      id,
      childId,
      serviceCoordinatorId,
      active: armable.closedOn === null,
      today,
      startedOn: dateIn(createdAt, timeZone),
      checkInEveryDays: program.checkInEveryDays,
      delayQuestionEveryDays: program.delayQuestionEveryDays,
      checkInLanguage: program.checkInLanguage as Language | null,
      escalateAfterDays: program.escalateAfterDays,
      deadlines: deadlinesFor(armable, holidays).filter(isRunning),
      openDelays: openDelaysOf(fromJson(Program.shape.delays, armable.delays)),
      worries: await tx.sql<{ id: string; createdAt: Date }>(WORRIES, [tx.tenantId, id]),
      timeZone,
      quietHours,
    }
  },
  plan: planProgram,
  cancelReason: ({ active }) => (active ? 'its dates have changed' : 'the program is CLOSED'),
  finalStatus: () => 'COMPLETED',
  // Clocks that are met, answers that are acknowledged, and closed programs plan no steps.
  isSettled: leftThePlan,
  whenLate: (step) => (isFamilyCheckIn(step) ? 'SKIPPED' : 'DONE'),
  whileRestricted: (step) => (isFamilyCheckIn(step) ? leftOut() : 'WAITS'),
  perform: (tx, facts, stepRun) => {
    const about = facts.active ? aboutStep(stepRun.step, facts) : undefined
    if (!about) return skipped('not needed any more')
    switch (about.kind) {
      case 'check-in':
        return askGuardians(tx, facts, stepRun)
      case 'delay':
        return askAboutDelay(tx, facts, stepRun, about.startsOn)
      case 'worry':
        return escalate(tx, facts, stepRun, about.id)
      case 'supervisor':
        return escalateToSupervisor(tx, facts, stepRun, about.id)
      case 'warning':
      case 'missed':
        return notifyDeadline(tx, facts, stepRun, about.deadline)
    }
  },
})

const askGuardians = async (
  tx: Transaction,
  { id, childId, checkInLanguage, timeZone }: Facts,
  stepRun: StepRun,
): Promise<Outcome> => {
  const guardians = await actingParentsOf(tx, childId)
  if (guardians.length === 0) return skipped(`not sent: ${NO_GUARDIAN}`, NO_GUARDIAN)
  const question = {
    template: 'family_check_in.request',
    purpose: 'check-in',
    subject: { type: 'program', id },
    variables: ({ firstName }: Recipient, path: string) => ({ firstName, path }),
    expiresAt: addMinutes(tx.now, LINK_MINUTES),
    timeZone,
    ...(checkInLanguage && { language: checkInLanguage }),
  } as const
  await askEach(tx, guardians, question, stepRun)
  return done(guardiansNotified(guardians))
}

const notifyDeadline = async (
  tx: Transaction,
  facts: Facts,
  stepRun: StepRun,
  deadline: Deadline,
): Promise<Outcome> => {
  const { clock, ifspService, dueOn } = deadline
  const name = nameOf(deadline)
  const missed = stepRun.step.endsWith('-missed')
  const status = statusOf(deadline, facts.today)
  if (missed && status !== 'MISSED' && !stepRun.runNow) return skipped('the deadline has moved')
  if (!missed && status === 'MISSED') return skipped('the deadline had passed')
  const { id: programId, childId } = facts
  const event =
    earlyInterventionEvents[
      missed ? 'early_intervention.deadline_missed' : 'early_intervention.deadline_at_risk'
    ]
  const subject = { type: 'program', id: programId } as const
  tx.emit(event, subject, {
    programId,
    childId,
    clock,
    ...(ifspService !== null && { ifspService }),
    dueOn,
    ...coordinatorOf(facts),
  })
  const key = `${stepRun.followUpId}/${stepRun.step}/${dueOn}`
  const told = await notifyCoordinator(tx, facts, (recipient) =>
    queueMessage(tx, {
      template: 'deadline.near',
      variables: { firstName: recipient.firstName, programId, clock: name, dueOn, missed },
      recipient,
      subject,
      dedupeKey: key,
      followUp: { id: stepRun.followUpId, step: stepRun.step },
      timeZone: facts.timeZone,
      now: stepRun.runNow,
    }),
  )
  const outcome = `the event ${event.type} was sent; ${told}`
  if (missed) return done(outcome, `the deadline '${name}' of ${dueOn} was missed`)
  return told === NO_COORDINATOR ? done(outcome, NO_COORDINATOR) : done(outcome)
}

const openDelaysOf = (delays: readonly StoredDelay[]) =>
  delays
    .filter(({ endsOn }) => endsOn === null)
    .map(({ startsOn, attempts }) => {
      const heardOn = attempts.at(-1)?.attemptedOn ?? startsOn
      return { startsOn, heardOn: heardOn > startsOn ? heardOn : startsOn }
    })

/** A delay pauses clocks, so staff are regularly asked whether it continues. */
const askAboutDelay = async (
  tx: Transaction,
  facts: Facts,
  stepRun: StepRun,
  startsOn: string,
): Promise<Outcome> => {
  const { id: programId } = facts
  const told = await notifyCoordinator(tx, facts, (recipient) =>
    queueMessage(tx, {
      template: 'delay.open',
      variables: { firstName: recipient.firstName, programId, startsOn },
      recipient,
      subject: { type: 'program', id: programId },
      dedupeKey: `${stepRun.followUpId}/${stepRun.step}`,
      followUp: { id: stepRun.followUpId, step: stepRun.step },
      timeZone: facts.timeZone,
      now: stepRun.runNow,
    }),
  )
  return done(told, `a delay has lasted since ${startsOn}: end it, or record what was tried`)
}

/** Reminds the coordinator, who was notified on the day of the answer. */
const escalate = async (
  tx: Transaction,
  facts: Facts,
  stepRun: StepRun,
  familyCheckInId: string,
): Promise<Outcome> => {
  const told = await notifyCoordinator(tx, facts, (recipient) =>
    queueMessage(tx, worrying(facts, stepRun, { familyCheckInId, recipient })),
  )
  return done(told, `nobody has handled the answer ${familyCheckInId} within a day`)
}

/** Notifies another person, because the coordinator did not respond. */
const escalateToSupervisor = async (
  tx: Transaction,
  facts: Facts,
  stepRun: StepRun,
  familyCheckInId: string,
): Promise<Outcome> => {
  const { serviceCoordinatorId, escalateAfterDays } = facts
  const recipient = serviceCoordinatorId && (await findSupervisor(tx, serviceCoordinatorId))
  const unseen = `nobody has handled the answer ${familyCheckInId} within ${escalateAfterDays} days`
  if (!recipient) return done('the coordinator has no supervisor to notify', unseen)
  await queueMessage(tx, worrying(facts, stepRun, { familyCheckInId, recipient }))
  return done('e-mail to the supervisor of the coordinator', unseen)
}

const worrying = (
  { timeZone }: Facts,
  { followUpId, step, runNow }: StepRun,
  { familyCheckInId, recipient }: { familyCheckInId: string; recipient: Recipient },
) =>
  ({
    template: 'family_check_in.worrying',
    variables: { firstName: recipient.firstName, familyCheckInId },
    recipient,
    subject: { type: 'familyCheckIn', id: familyCheckInId },
    dedupeKey: `${followUpId}/${step}`,
    followUp: { id: followUpId, step },
    timeZone,
    now: runNow,
  }) as const

const NO_COORDINATOR = 'the program has no coordinator to notify'

const notifyCoordinator = async (
  tx: Transaction,
  { serviceCoordinatorId }: Facts,
  tell: (recipient: Recipient) => Promise<unknown>,
): Promise<string> => {
  const recipient =
    serviceCoordinatorId &&
    (await findRecipient(tx, { type: 'provider', id: serviceCoordinatorId }))
  if (!recipient) return NO_COORDINATOR
  await tell(recipient)
  return 'e-mail to the coordinator'
}

const WORRIES = `
  SELECT id, created_at AS "createdAt" FROM family_check_ins
  WHERE tenant_id = $1 AND program_id = $2 AND worrying AND acknowledged_at IS NULL`
