import { z } from 'zod'
import type { Closure as ClosureModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { calendarDate, dateText } from '#platform/core/time.ts'

const members = {
  name: line(200).meta({ description: 'Why it is closed.', example: 'Christmas' }),
  firstDate: calendarDate().meta({ description: 'Local day.', example: '2026-12-24' }),
  lastDate: calendarDate().meta({ description: 'Local day, inclusive.', example: '2026-12-26' }),
}

export const Closure = resourceSchema('Closure', {
  id: idOf('closure'),
  locationId: idOf('location')
    .nullable()
    .meta({ description: 'null: every location, each by its own calendar.', example: null }),
  ...members,
  ...archivableMembers,
})
export type Closure = z.infer<typeof Closure>

export const CreateClosure = z
  .strictObject({
    ...members,
    locationId: idOf('location')
      .exactOptional()
      .meta({ description: 'Without it: every location.' }),
    lastDate: members.lastDate
      .exactOptional()
      .meta({ description: 'Inclusive. Defaults to the first.', example: '2026-12-26' }),
  })
  .meta({
    id: 'CreateClosure',
    example: { name: 'Christmas', firstDate: '2026-12-24', lastDate: '2026-12-26' },
  })
export type CreateClosure = z.infer<typeof CreateClosure>

export const toClosure = (row: ClosureModel): Closure => ({
  id: row.id,
  locationId: row.locationId,
  name: row.name,
  firstDate: dateText(row.firstDate),
  lastDate: dateText(row.lastDate),
  ...archivableOf(row),
})
