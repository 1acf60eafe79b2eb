/** What an appointment is for. Its service says it. */
export const AppointmentType = [
  'THERAPY_SESSION',
  'ASSESSMENT',
  'INTAKE',
  'FOLLOW_UP',
  'GROUP_SESSION',
  'PARENT_TRAINING',
  'EARLY_INTERVENTION',
] as const
export type AppointmentType = (typeof AppointmentType)[number]
