import { defineMetrics, sumOf } from './metric.ts'

/** Metrics of outcomes and timeliness of care. */
export const careMetrics = defineMetrics({
  GOALS: {
    title: 'Goals',
    unit: 'COUNT',
    numerator: sumOf('GOALS', 'goals'),
    counts: 'Goals of children, by STAGE: their achievement status.',
    excludes: 'Cancelled goals, and goals of archived children.',
    countedOn: 'Goals set by the end of the last day, in the zone of the child’s location.',
    whenCorrected: 'The current achievement status counts.',
    needs: 'goals:read',
    recordsNeed: 'goals:read',
  },
  GOAL_ACHIEVEMENT_RATE: {
    title: 'Goals achieved',
    unit: 'RATIO',
    numerator: sumOf('GOALS', 'achieved'),
    denominator: sumOf('GOALS', 'goals'),
    counts: 'Goals whose achievement status is achieved or sustaining.',
    dividedBy: 'Goals of children.',
    excludes: 'Cancelled goals, and goals of archived children.',
    countedOn: 'Goals set by the end of the last day, in the zone of the child’s location.',
    whenCorrected: 'The current achievement status counts.',
    needs: 'goals:read',
    recordsNeed: 'goals:read',
  },
  ASSESSMENTS_ON_TIME: {
    title: 'Assessments on time',
    unit: 'RATIO',
    numerator: sumOf('ASSESSMENTS', 'on_time'),
    denominator: sumOf('ASSESSMENTS', 'due'),
    counts: 'Assessments that were administered on their due day or earlier.',
    dividedBy: 'Completed assessments, and open ones whose due day has passed.',
    excludes: 'Waived assessments, and open ones that are not due yet.',
    countedOn:
      'The day on which the assessment is due. Whether it has passed depends on the zone of the planned location or, without one, of the child’s location.',
    whenCorrected: 'Computed on request from the current assessments.',
    needs: 'assessments:read',
    recordsNeed: 'assessments:read',
  },
  EARLY_INTERVENTION_DEADLINES_MET: {
    title: 'Early-intervention deadlines met',
    unit: 'RATIO',
    numerator: sumOf('DEADLINES', 'met'),
    denominator: sumOf('DEADLINES', 'owed'),
    counts: 'Deadlines that were met on their day or earlier, by CLOCK.',
    dividedBy: 'Deadlines that were met or missed, and running ones whose day has passed.',
    excludes:
      'Deadlines that are not owed, are paused, or are not due yet. Delays of the family move the day.',
    countedOn:
      'The day on which the deadline is due. Whether it has passed depends on the zone of the program’s location.',
    whenCorrected: 'Computed on request from the current deadlines.',
    needs: 'early-intervention:read',
    recordsNeed: 'early-intervention:read',
  },
})
