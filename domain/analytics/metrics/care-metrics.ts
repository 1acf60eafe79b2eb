import { defineMetrics, sumOf } from './metric.ts'

/** Results of care, and timeliness. */
export const careMetrics = defineMetrics({
  GOALS: {
    title: 'Goals',
    unit: 'COUNT',
    numerator: sumOf('GOALS', 'goals'),
    counts: 'Goals of children, by STAGE: their achievement status.',
    excludes: 'Goals that were cancelled, and goals of children who are archived.',
    countedOn:
      'Goals that were set until the end of the last day, in the zone of the location to which the child belongs.',
    whenCorrected: 'The achievement status is the current one.',
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
    excludes: 'Goals that were cancelled, and goals of children who are archived.',
    countedOn:
      'Goals that were set until the end of the last day, in the zone of the location to which the child belongs.',
    whenCorrected: 'The achievement status is the current one.',
    needs: 'goals:read',
    recordsNeed: 'goals:read',
  },
  ASSESSMENTS_ON_TIME: {
    title: 'Assessments on time',
    unit: 'RATIO',
    numerator: sumOf('ASSESSMENTS', 'on_time'),
    denominator: sumOf('ASSESSMENTS', 'due'),
    counts: 'Assessments that were administered on the day on which they were due, or before.',
    dividedBy: 'Assessments that are completed, and open ones whose day is over.',
    excludes: 'Assessments that were waived, and open ones that are not due yet.',
    countedOn:
      'The day on which the assessment is due. Whether that is over is said by the zone of the location where it is planned; without one, of the location to which the child belongs.',
    whenCorrected: 'Counted on request, from the current assessments.',
    needs: 'assessments:read',
    recordsNeed: 'assessments:read',
  },
  EARLY_INTERVENTION_DEADLINES_MET: {
    title: 'Early-intervention deadlines met',
    unit: 'RATIO',
    numerator: sumOf('DEADLINES', 'met'),
    denominator: sumOf('DEADLINES', 'owed'),
    counts: 'Deadlines that were met on their day, or before, by CLOCK.',
    dividedBy: 'Deadlines that were met or were not, and running ones whose day is over.',
    excludes:
      'Deadlines that are not owed, that are paused, and that are not due yet. Delays of the family move the day.',
    countedOn:
      'The day on which the deadline is due. Whether that is over is said by the zone of the location of the program.',
    whenCorrected: 'Counted on request, from the current deadlines.',
    needs: 'early-intervention:read',
    recordsNeed: 'early-intervention:read',
  },
})
