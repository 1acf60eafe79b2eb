import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { via } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofChild, clinical } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

const session = via('session_id', 'sessions', ofChild)
const goal = via('goal_id', 'goals', ofChild)

export const goals = defineResource({
  permissions: {
    goals: {
      about: 'goals of children, their measurements and reviews',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['READ_ONLY'],
        write: ['THERAPIST', 'SUPERVISOR', 'EARLY_INTERVENTION_COORDINATOR'],
      },
      scopes: { sessions: ['read', 'write'] },
    },
  },
  records: {
    goal: {
      prefix: 'gol',
      table: 'goals',
      audit: [
        'childId',
        'targetDueOn',
        'consecutive',
        'status',
        'achievedAt',
        'lastMeasuredAt',
        'endedAt',
      ],
    },
    goalMeasurement: {
      prefix: 'gms',
      table: 'goal_measurements',
      audit: ['goalId', 'sessionId', 'measuredAt', 'recordedBy', 'late', 'voidedAt'],
    },
    goalReview: {
      prefix: 'grv',
      table: 'goal_reviews',
      audit: ['goalId', 'status', 'acknowledgedBy', 'acknowledgedAt', 'resolvedAt'],
    },
  },
  tables: {
    goals: { child: of(ofChild, clinical), movesWithChild: true },
    goal_measurements: { child: of(goal, clinical) },
    goal_reviews: { child: of(goal, clinical) },
    session_goals: { child: of(session, clinical), hasNoId: true },
  },
  constraints: {
    goal_measurements_once: {
      code: 'already_exists',
      path: 'measuredAt',
      message: 'The goal already has a measurement at this instant. Void that measurement first.',
    },
  },
})
