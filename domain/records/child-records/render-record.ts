import {
  answerTo,
  questionsOf,
  type Answer,
  type Question,
} from '#clinical/form-templates/form-definition.ts'
import { openPaper, type Paper } from '#platform/core/paper/open-paper.ts'
import { renderProgram } from './render-program.ts'
import type { ChildRecord } from './schemas.ts'

/** Renders a record as a PDF. */
export const renderRecord = async (record: ChildRecord): Promise<Uint8Array<ArrayBuffer>> => {
  const { child } = record
  const paper = await openPaper({
    title: `Record ${record.childId}`,
    author: record.exportedBy,
    at: new Date(record.exportedAt),
  })
  const page = pageOn(paper)

  page.title(`${child.firstName} ${child.lastName}`)
  page.line(`Born ${child.birthDate} · ${record.childId}`)
  page.small(`Exported ${record.exportedAt} by ${record.exportedBy}`)
  for (const { kind, text } of child.alerts) page.field(`Alert (${kind})`, text)
  if (record.labels.length > 0) page.field('Labels', record.labels.join(', '))
  page.heading('Guardians')
  for (const it of record.guardians)
    page.line(
      [it.name, it.relationship, it.legal && 'legal', it.billing && 'billing', it.email, it.phone]
        .filter(Boolean)
        .join(' · '),
    )
  page.heading('Consents')
  for (const it of record.consents)
    page.line(`${it.kind} · ${it.status} · ${it.grantedAt} – ${it.expiresAt ?? 'no end'}`)
  page.heading('Diagnoses')
  for (const it of record.diagnoses ?? [])
    page.line(
      [
        it.code,
        it.description,
        it.onsetOn && `since ${it.onsetOn}`,
        it.resolvedOn && `resolved ${it.resolvedOn}`,
        it.archivedAt && 'archived',
      ]
        .filter(Boolean)
        .join(' · '),
    )
  page.heading('Goals')
  for (const goal of record.goals) {
    page.field(`${goal.area}: ${goal.title}`, `${goal.status} · ${goal.achievementStatus}`)
    page.line(`From ${goal.baseline.value} to ${goal.target.value} ${goal.unit}`)
    for (const { measuredAt, result, voidedAt } of goal.measurements)
      page.small(`${measuredAt}  ${result.value}${voidedAt ? '  (taken back)' : ''}`)
  }
  page.heading('Forms')
  for (const form of record.forms) page.form(form)
  page.heading('Assessments')
  for (const it of record.assessments) page.assessment(it)
  page.heading('Treatment cycles')
  for (const it of record.treatmentCycles)
    page.field(
      `${it.startsOn} – ${it.endsOn} · ${it.status}`,
      `${it.payer}${it.reference ? ` (${it.reference})` : ''}: ${it.used} of ${it.authorized} used`,
    )
  page.heading('Early intervention')
  for (const it of record.earlyInterventionPrograms) renderProgram(page, it)
  page.heading('Sessions')
  for (const session of record.sessions) {
    page.field(`${session.startedAt} · ${session.attendance}`, session.providerId)
    for (const it of session.participants) page.small(`Present: ${participantText(it)}`)
    if (session.goalIds.length > 0) page.small(`Worked on: ${session.goalIds.join(', ')}`)
    if (session.billableUnits !== null) page.small(`Billable units: ${session.billableUnits}`)
    for (const note of session.notes) page.note(note)
  }
  return paper.finish(record.childId)
}

type Form = ChildRecord['forms'][number]
type Assessment = ChildRecord['assessments'][number]
const participantText = (it: ChildRecord['sessions'][number]['participants'][number]): string => {
  switch (it.role) {
    case 'GUARDIAN':
      return `guardian ${it.clientId}`
    case 'SUPERVISOR':
      return `supervisor ${it.providerId}`
    case 'INTERPRETER':
      return `interpreter ${it.name}`
    case 'OTHER':
      return `${it.title} ${it.name}`
  }
}

type Note = ChildRecord['sessions'][number]['notes'][number]

const pageOn = ({ title, heading, bold, line, small, space }: Paper) => {
  const page = {
    title,
    line,
    small,
    heading: (text: string) => {
      space(0.5)
      heading(text)
      space(0.2)
    },
    field: (label: string, text: string) => {
      bold(label)
      line(text)
      space(0.3)
    },
    form: ({ definition, answers, scores, signature, ...form }: Form) => {
      page.field(form.name, `${form.status} · ${form.submittedAt ?? 'not submitted'} · ${form.id}`)
      for (const question of questionsOf(definition)) {
        const answer = answerTo(answers, question.key)
        if (answer !== undefined) page.field(question.label, answerText(question, answer))
      }
      for (const it of scores)
        page.line([it.label, it.value ?? '–', it.band].filter(Boolean).join(' · '))
      if (signature)
        page.small(
          `Signed “${signature.signedName}” ${signature.signedAt} by ${signature.actorId}, SHA-256 ${signature.contentHash}`,
        )
    },
    assessment: ({ instrumentId, dueOn, status, ...it }: Assessment) => {
      page.field(`${it.administeredOn ?? `due ${dueOn}`} · ${status}`, instrumentId)
      for (const { score, raw, norms } of it.scores ?? []) {
        const scaled = norms.map(({ scale, value }) => `${scale} ${value ?? '–'}`)
        page.line([`${score} ${raw}`, ...scaled].join(' · '))
      }
      if (it.edition !== null)
        page.small(`Scored with edition ${it.edition} at ${it.ageMonths} months`)
      if (it.items)
        page.small(
          Object.entries(it.items)
            .map((item) => item.join(' '))
            .join(' · '),
        )
      if (it.comment ?? it.waiveReason) page.line((it.comment ?? it.waiveReason)!)
      for (const { correctedAt, correctedBy, reason } of it.corrections)
        page.small(`Corrected ${correctedAt} by ${correctedBy}: ${reason}`)
    },
    note: (note: Note) => {
      page.small(`Note ${note.id} · ${note.status} · by ${note.authorId}`)
      for (const section of ['subjective', 'objective', 'assessment', 'plan'] as const)
        if (note[section] !== '') page.field(section, note[section])
      for (const { title: heading, text } of note.sections)
        if (text !== '') page.field(heading, text)
      for (const it of note.addenda)
        page.field(
          `Addendum ${it.number}, ${it.createdAt} by ${it.signedBy.name} (${it.authorId})`,
          it.text,
        )
      for (const it of note.signatures)
        page.small(
          `Signed (${it.role}) ${it.signedAt} by ${it.signedBy.name} (${it.signedBy.id}) for ${it.providerId}, SHA-256 ${it.contentHash}`,
        )
      space(0.5)
    },
  }
  return page
}

/** An answer as the person saw it, not as it is stored. */
const answerText = (question: Question, answer: Answer): string => {
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no'
  const labels = 'options' in question ? question.options : []
  const chosen = typeof answer === 'object' ? answer : [String(answer)]
  return chosen.map((it) => labels.find(({ value }) => value === it)?.label ?? it).join(', ')
}
