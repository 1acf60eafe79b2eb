import type { ChildRecord } from './schemas.ts'

type Program = ChildRecord['earlyInterventionPrograms'][number]

/** Writes the text of a record, in any layout. */
export interface RecordPage {
  line: (text: string) => unknown
  small: (text: string) => unknown
  field: (label: string, text: string) => unknown
}

/** Writes the early-intervention program of a record: milestones, deadlines, services, answers. */
export const renderProgram = (page: RecordPage, program: Program): void => {
  const { referralReceivedOn, closedOn, closeReason, status } = program
  page.field(
    `Referred ${referralReceivedOn} · ${status}`,
    joined([
      program.id,
      `coordinator ${program.serviceCoordinatorId ?? 'none'}`,
      closedOn && `closed ${closedOn}`,
      closeReason,
    ]),
  )
  for (const { kind, occurredOn, ...it } of program.milestones)
    page.line(joined([occurredOn, kind, it.declinedByFamily && 'declined by the family']))
  for (const it of program.deadlines) page.small(deadlineText(it))
  for (const it of program.delays) {
    page.line(joined([`Delay ${it.startsOn} – ${it.endsOn ?? 'lasting'}`, it.cause, it.reason]))
    page.small(it.note)
    for (const { attemptedOn, channel, note } of it.attempts)
      page.small(joined([`Attempt ${attemptedOn}`, channel, note]))
  }
  for (const { occasion, ratedOn, ratings } of program.outcomeSummaries) {
    page.line(`Child outcomes ${ratedOn} · ${occasion}`)
    for (const it of ratings) renderRating(page, it)
  }
  for (const it of program.ifspServices) page.line(serviceText(it))
  for (const it of program.ifsps) renderPlan(page, it)
  for (const { handedOverAt, fromProviderId, toProviderId, note } of program.handOvers)
    page.small(
      joined([`Handed over ${handedOverAt}`, `${fromProviderId} to ${toProviderId}`, note]),
    )
  for (const it of program.checkIns) renderCheckIn(page, it)
}

const joined = (parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(' · ')

const deadlineText = (it: Program['deadlines'][number]): string =>
  joined([
    `Deadline ${it.clock}${it.ifspService === null ? '' : ` ${it.ifspService}`} ${it.period}`,
    `due ${it.dueOn}`,
    it.status,
    it.metOn && `met ${it.metOn}`,
    it.daysLate > 0 && `${it.daysLate} days late`,
    it.lateCause && `caused by ${it.lateCause}`,
    it.delayedDays > 0 && `${it.delayedDays} days of delays`,
    it.notOwedReason,
  ])

const serviceText = (it: Program['ifspServices'][number]): string =>
  joined([
    `Service ${it.key}: ${it.type}`,
    it.frequency,
    it.intensity,
    it.method,
    it.setting,
    it.payer,
    it.consentedOn && `consented ${it.consentedOn}`,
    it.startedOn && `started ${it.startedOn}`,
    it.endedOn && `ended ${it.endedOn}`,
  ])

type Rating = Program['outcomeSummaries'][number]['ratings'][number]

const renderRating = (page: RecordPage, it: Rating): void => {
  const progress = it.madeProgress !== undefined && `progress: ${it.madeProgress ? 'yes' : 'no'}`
  page.line(joined([it.outcome, `rated ${it.rating}`, progress]))
  for (const { source, observedOn, summary } of it.evidence)
    page.small(joined([source, observedOn, summary]))
}

const renderPlan = (page: RecordPage, it: Program['ifsps'][number]): void => {
  page.line(joined([`IFSP ${it.number}`, it.kind, it.meetingOn, it.status]))
  for (const [domain, level] of Object.entries(it.presentLevels))
    if (level !== null) page.small(`${domain}: ${level}`)
  if (it.family.concurred)
    for (const member of ['resources', 'priorities', 'concerns'] as const)
      if (it.family[member] !== null) page.small(`${member}: ${it.family[member]}`)
  for (const { outcome, criteria, procedures, timelines } of it.outcomes)
    page.small(joined([outcome, criteria, procedures, timelines]))
  for (const service of it.services) page.small(serviceText(service))
  for (const { service, steps } of it.otherServices) page.small(joined([service, steps]))
  for (const { step, dueOn } of it.transition.steps) page.small(joined([step, dueOn]))
  if (it.transition.services !== null) page.small(it.transition.services)
  for (const { role, signedName, signedOn, contentHash } of it.signatures)
    page.small(`Signed “${signedName}” (${role}) ${signedOn}, SHA-256 ${contentHash}`)
}

const renderCheckIn = (page: RecordPage, it: Program['checkIns'][number]): void => {
  page.line(
    joined([
      `Check-in ${it.answeredOn}`,
      it.channel,
      it.clientId,
      it.mood,
      it.servicesReceived !== null && `services received: ${it.servicesReceived ? 'yes' : 'no'}`,
      it.callWanted && 'call wanted',
      it.worrying && 'worrying',
      it.acknowledgedAt && `acknowledged ${it.acknowledgedAt} by ${it.acknowledgedBy}`,
    ]),
  )
  for (const [question, answer] of Object.entries(it.answers ?? {}))
    page.small(`${question}: ${Array.isArray(answer) ? answer.join(', ') : String(answer)}`)
  if (it.comment !== null) page.small(it.comment)
}
