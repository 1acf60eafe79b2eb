import { Temporal } from 'temporal-polyfill'

/** Why a child is recalled. */
export const REASONS = [
  'overdue',
  'due',
  'due_soon',
  'several_due',
  'under_three',
  'early_intervention',
] as const
/** Why a family is not contacted at present. */
export const BLOCKS = ['assessment_booked', 'recalled_recently', 'no_guardian_to_write_to'] as const

/** The points for each reason. Each day of delay adds one point, up to a hundred. */
const POINTS = {
  overdue: 100,
  due: 50,
  due_soon: 0,
  several_due: 10,
  under_three: 20,
  early_intervention: 20,
} as const satisfies Record<(typeof REASONS)[number], number>
const MOST_DAYS = 100

interface Reason {
  code: (typeof REASONS)[number]
  points: number
  /** Ids of the records behind the reason. */
  evidenceIds: string[]
}

interface Block {
  code: (typeof BLOCKS)[number]
  evidenceIds: string[]
}

/** A child with due assessments, as its records show. */
export interface Candidate {
  childId: string
  birthDate: string
  /** Ordered by due day. */
  assessments: { id: string; dueOn: string; overdueOn: string }[]
  programId: string | null
  bookedId: string | null
  recalledId: string | null
  /** Legal guardians with an e-mail address. */
  recipientIds: string[]
}

export interface Recommendation {
  childId: string
  score: number
  dueOn: string
  assessmentIds: string[]
  reasons: Reason[]
  recipientIds: string[]
  blockedBy: Block | null
}

/** The order of recall: by points, then longest wait, then id. Pure. */
export const ranked = (candidates: readonly Candidate[], today: string): Recommendation[] =>
  candidates
    .map((it) => recommendationOf(it, today))
    .toSorted(
      (a, b) => b.score - a.score || compare(a.dueOn, b.dueOn) || compare(a.childId, b.childId),
    )

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const recommendationOf = (it: Candidate, today: string): Recommendation => {
  const reasons = reasonsOf(it, today)
  return {
    childId: it.childId,
    score: reasons.reduce((sum, { points }) => sum + points, 0),
    dueOn: it.assessments[0]!.dueOn,
    assessmentIds: it.assessments.map(({ id }) => id),
    reasons,
    recipientIds: it.recipientIds,
    blockedBy: blockOf(it),
  }
}

const reasonsOf = (it: Candidate, today: string): Reason[] => {
  const { assessments, childId, birthDate, programId } = it
  const days = (from: string) => Temporal.PlainDate.from(from).until(today).days
  const late = Math.min(Math.max(days(assessments[0]!.dueOn), 0), MOST_DAYS)
  const overdue = assessments.filter(({ overdueOn }) => overdueOn <= today).map(({ id }) => id)
  const due = assessments.filter(({ dueOn }) => dueOn <= today).map(({ id }) => id)
  const all = assessments.map(({ id }) => id)
  const because = (code: Reason['code'], evidenceIds: string[], more = 0): Reason => ({
    code,
    points: POINTS[code] + more,
    evidenceIds,
  })
  const when =
    overdue.length > 0
      ? because('overdue', overdue, late)
      : due.length > 0
        ? because('due', due, late)
        : because('due_soon', all)
  const young = Temporal.PlainDate.from(birthDate).add({ years: 3 }).toString() > today
  return [
    when,
    ...(all.length > 1 ? [because('several_due', all)] : []),
    ...(young ? [because('under_three', [childId])] : []),
    ...(programId ? [because('early_intervention', [programId])] : []),
  ]
}

const blockOf = ({ bookedId, recalledId, recipientIds }: Candidate): Block | null => {
  if (bookedId) return { code: 'assessment_booked', evidenceIds: [bookedId] }
  if (recalledId) return { code: 'recalled_recently', evidenceIds: [recalledId] }
  return recipientIds.length === 0 ? { code: 'no_guardian_to_write_to', evidenceIds: [] } : null
}
