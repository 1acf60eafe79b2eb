import { z } from 'zod'
import { SETTABLE, type RetainedName, type RetentionDays } from './retention.ts'

const LONGEST_DAYS = 3_650

/** `links=14,messageAddresses=30`: numbers of days, keyed by name. Others stay unchanged. */
export const retentionDays = () =>
  z
    .string()
    .default('')
    .transform((text, check): RetentionDays => {
      const entries = text.split(',').flatMap((part) => (part.trim() ? [part.trim()] : []))
      return Object.fromEntries(
        entries.flatMap((entry) => {
          const [, name, days] = /^(\w+)=(\d{1,4})$/.exec(entry) ?? []
          const known = SETTABLE.includes(name as RetainedName)
          if (known && Number(days) >= 1 && Number(days) <= LONGEST_DAYS)
            return [[name, Number(days)]]
          check.addIssue(
            `'${entry}' is not <name>=<days>; names are ${SETTABLE.join(', ')}, days 1 to ${LONGEST_DAYS}`,
          )
          return []
        }),
      )
    })
