import type { Permission } from '#platform/core/access/permissions.ts'
import type { TOOLS } from '../assistants/rules.ts'

/** Languages in which questions about records are recognized and answered. */
export const SPOKEN = ['en', 'de', 'es'] as const
export type Spoken = (typeof SPOKEN)[number]

type Tool = (typeof TOOLS)[number]

/** The person whom a question is about. */
type Named = 'CHILD' | 'PROVIDER' | 'CHILD_OR_PROVIDER' | 'NONE'

interface KindRules {
  /** The tools of an assistant that include the question. */
  tools: readonly [Tool, ...Tool[]]
  person: Named
  /** The permissions with which the same facts can be read elsewhere in the API. */
  needs: readonly [Permission, ...Permission[]]
}

const booking = (person: Named): KindRules => ({
  tools: ['bookings'],
  person,
  needs: ['appointments:read', 'children:read'],
})

const ofChild: KindRules = { tools: ['child_records'], person: 'CHILD', needs: ['children:read'] }

const ofGoals: KindRules = {
  tools: ['child_records', 'goals'],
  person: 'CHILD',
  needs: ['goals:read', 'children:read'],
}

const assessment = (person: Named): KindRules => ({
  tools: ['assessments'],
  person,
  needs: ['assessments:read', 'children:read'],
})

const ofSessions: KindRules = {
  tools: ['sessions'],
  person: 'CHILD',
  needs: ['sessions:read', 'children:read'],
}

/** Every question about records that is recognized without a language model. */
export const QUESTIONS = {
  // Before appointments, for assistants with both tools: "When was the last session?"
  LAST_SESSION: ofSessions,
  SESSION_COUNT: ofSessions,
  NEXT_APPOINTMENT: booking('CHILD_OR_PROVIDER'),
  LAST_APPOINTMENT: booking('CHILD_OR_PROVIDER'),
  NEXT_PROVIDER: booking('CHILD'),
  NEXT_PLACE: booking('CHILD_OR_PROVIDER'),
  APPOINTMENTS: booking('CHILD_OR_PROVIDER'),
  APPOINTMENT_COUNT: booking('CHILD_OR_PROVIDER'),
  HAS_APPOINTMENT: booking('CHILD_OR_PROVIDER'),
  CANCELLED_APPOINTMENTS: booking('CHILD_OR_PROVIDER'),
  MISSED_APPOINTMENTS: booking('CHILD'),
  LOCATION_APPOINTMENTS: booking('NONE'),
  LOCATION_APPOINTMENT_COUNT: booking('NONE'),
  UNCONFIRMED_APPOINTMENTS: booking('NONE'),
  FREE_TIMES: {
    tools: ['availability'],
    person: 'PROVIDER',
    needs: ['availability:read', 'services:read', 'providers:read'],
  },
  GOAL_PROGRESS: ofGoals,
  GOALS_PROGRESS: ofGoals,
  GOALS: ofGoals,
  ACHIEVED_GOALS: ofGoals,
  STALLED_GOALS: ofGoals,
  GOALS_LAST_MEASURED: ofGoals,
  GOALS_DUE: ofGoals,
  AGE: ofChild,
  BIRTH_DATE: ofChild,
  THERAPIST: ofChild,
  ALERTS: ofChild,
  CHILD_LOCATION: ofChild,
  ASSESSMENTS_DUE: assessment('NONE'),
  ASSESSMENTS_OVERDUE: assessment('NONE'),
  ASSESSMENT_COUNT: assessment('NONE'),
  NEXT_ASSESSMENT: assessment('CHILD'),
  LAST_ASSESSMENT: assessment('CHILD'),
  CHILD_ASSESSMENTS_DUE: assessment('CHILD'),
  CHILD_ASSESSMENTS_OVERDUE: assessment('CHILD'),
  COMPLETED_ASSESSMENTS: assessment('CHILD'),
} as const satisfies Record<string, KindRules>

export type QuestionKind = keyof typeof QUESTIONS

export const QUESTION_KINDS = Object.keys(QUESTIONS) as [QuestionKind, ...QuestionKind[]]

/** Maximum number of sentences of an answer, and of choices for a name. */
export const MOST_STATEMENTS = 20
export const MOST_CHOICES = 10
