import type { AppointmentListener } from '../appointments/listeners.ts'
import { promote } from './promote.ts'

export const groupAppointmentListener: AppointmentListener = { groupPlaceFreed: promote }
