import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'

/** A waitlist entry to which a slot would be offered. */
export const WaitlistMatch = z
  .strictObject({
    entryId: idOf('waitlistEntry'),
    childId: idOf('child'),
    serviceId: idOf('service'),
  })
  .meta({ id: 'WaitlistMatch' })
export type WaitlistMatch = z.infer<typeof WaitlistMatch>
