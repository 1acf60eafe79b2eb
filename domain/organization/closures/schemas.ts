import { z } from 'zod'
import type { Closure as ClosureModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateText } from '#platform/core/time/time.ts'

const members = {
  name: line(200).meta({
    description: 'Name of the closure, such as a holiday.',
    example: 'Christmas',
  }),
  startsOn: calendarDate().meta({
    description: 'First local date of the closure.',
    example: '2026-12-24',
  }),
  endsOn: calendarDate().meta({
    description: 'Last local date of the closure, inclusive.',
    example: '2026-12-26',
  }),
  countsAsWorkingDay: z.boolean().meta({
    description:
      'Whether these days still count as working days for early-intervention clocks, as when the heating fails. Days such as public holidays do not count.',
    example: false,
  }),
}

export const Closure = resourceSchema('Closure', {
  id: idOf('closure'),
  locationId: idOf('location').nullable().meta({
    description: 'Location that is closed; null for all locations, each on its local dates.',
    example: null,
  }),
  ...members,
  ...archivableMembers,
})
export type Closure = z.infer<typeof Closure>

export const CreateClosure = z
  .strictObject({
    ...members,
    locationId: idOf('location')
      .exactOptional()
      .meta({ description: 'Location that is closed. Defaults to all locations.' }),
    endsOn: members.endsOn.exactOptional().meta({
      description: 'Last local date, inclusive. Defaults to the first.',
      example: '2026-12-26',
    }),
    countsAsWorkingDay: members.countsAsWorkingDay.exactOptional().meta({
      description:
        'Whether these days count as working days of early intervention. Defaults to false.',
    }),
  })
  .meta({
    id: 'CreateClosure',
    example: { name: 'Christmas', startsOn: '2026-12-24', endsOn: '2026-12-26' },
  })
export type CreateClosure = z.infer<typeof CreateClosure>

export const PatchClosure = z
  .strictObject({
    name: members.name.exactOptional(),
    startsOn: members.startsOn.exactOptional(),
    endsOn: members.endsOn.exactOptional(),
    countsAsWorkingDay: members.countsAsWorkingDay.exactOptional(),
    locationId: idOf('location').nullable().exactOptional().meta({
      description: 'Location that is closed; null for all locations, each on its local dates.',
    }),
  })
  .meta({ id: 'PatchClosure', example: { endsOn: '2026-12-27' } })
export type PatchClosure = z.infer<typeof PatchClosure>

export const toClosure = (row: ClosureModel): Closure => ({
  id: row.id,
  locationId: row.locationId,
  name: row.name,
  startsOn: dateText(row.startsOn),
  endsOn: dateText(row.endsOn),
  countsAsWorkingDay: row.countsAsWorkingDay,
  ...archivableOf(row),
})
