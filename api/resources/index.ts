import type { Operation } from '../http/operation.ts'
import { appointmentOperations } from './appointments.ts'
import { locationOperations } from './locations.ts'

/** Every operation of the API, in the order of the documentation. */
export const operations: readonly Operation[] = [...appointmentOperations, ...locationOperations]
