/** The purpose of an appointment, which its service determines. */
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
