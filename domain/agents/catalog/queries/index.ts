import type { Query } from '../query.ts'
import { appointmentsOfTomorrowWithoutForm } from './appointments-of-tomorrow-without-form.ts'
import { appointmentsWithoutNote } from './appointments-without-note.ts'
import { childrenDueForAssessment } from './children-due-for-assessment.ts'
import { childrenWithoutNextAppointment } from './children-without-next-appointment.ts'
import { completedAppointments } from './completed-appointments.ts'
import { earlyInterventionDeadlinesNear } from './early-intervention-deadlines-near.ts'
import { goalsWithoutProgress } from './goals-without-progress.ts'
import { leadsWaiting } from './leads-waiting.ts'
import { locationFigures } from './location-figures.ts'
import { onboardingsWaiting } from './onboardings-waiting.ts'
import { programsWithoutCheckIn } from './programs-without-check-in.ts'
import { tasksOverdue } from './tasks-overdue.ts'
import { unpaidOrders } from './unpaid-orders.ts'
import { waitlistEntries } from './waitlist-entries.ts'

const ALL: readonly Query[] = [
  appointmentsOfTomorrowWithoutForm,
  appointmentsWithoutNote,
  childrenDueForAssessment,
  childrenWithoutNextAppointment,
  completedAppointments,
  earlyInterventionDeadlinesNear,
  goalsWithoutProgress,
  leadsWaiting,
  locationFigures,
  onboardingsWaiting,
  programsWithoutCheckIn,
  tasksOverdue,
  unpaidOrders,
  waitlistEntries,
]

/** Every query, by name. */
export const QUERIES: Readonly<Record<string, Query>> = Object.fromEntries(
  ALL.map((query) => [query.name, query]),
)
