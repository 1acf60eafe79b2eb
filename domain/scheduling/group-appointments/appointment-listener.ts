import type { AppointmentListener } from '../appointments/listeners.ts'
import { moveUp } from './move-up.ts'

export const groupAppointmentListener: AppointmentListener = { groupPlaceFreed: moveUp }
