import { series } from './series/resource.ts'
import { appointments } from './appointments/resource.ts'
import { groupAppointments } from './group-appointments/resource.ts'
import { holds } from './holds/resource.ts'
import { availability } from './availability/resource.ts'
import { appointmentAutomation } from './appointment-automation/resource.ts'
import { waitlist } from './waitlist/resource.ts'
import { calendarFeeds } from './calendar-feeds/resource.ts'
import { reminderPolicies } from './reminder-policies/resource.ts'
import { timeOff } from './time-off/resource.ts'
import { appointmentImports } from './appointment-imports/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const scheduling = [
  series,
  appointments,
  groupAppointments,
  holds,
  availability,
  appointmentAutomation,
  waitlist,
  calendarFeeds,
  reminderPolicies,
  timeOff,
  appointmentImports,
] as const
