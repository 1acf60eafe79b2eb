import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { calendarDate } from '#platform/core/time/time.ts'

/** Filters of catalog queries. */
export const filters = {
  locationId: idOf('location').nullable().default(null).meta({
    description: 'Location of the records; null for any location.',
  }),
  providerId: idOf('provider').nullable().default(null).meta({
    description: 'Provider of the records; null for any provider.',
  }),
}

/** A number of days or hours; by default up to a year of days. */
export const span = (usual: number, description: string, most = 366) =>
  z.int().min(0).max(most).default(usual).meta({ description })

/** An instant in UTC. */
export const moment = z.iso.datetime()
export const day = calendarDate()
