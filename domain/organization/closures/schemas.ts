import { z } from 'zod'
import type { Closure as ClosureModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateText } from '#platform/core/time/time.ts'

const members = {
  name: line(200).meta({ description: 'Why it is closed.', example: 'Christmas' }),
  startsOn: calendarDate().meta({ description: 'Local day.', example: '2026-12-24' }),
  endsOn: calendarDate().meta({ description: 'Local day, inclusive.', example: '2026-12-26' }),
  countsAsWorkingDay: z.boolean().meta({
    description:
      'Whether these days still count as working days for early-intervention clocks, as when the heating fails. Public holidays do not count.',
    example: false,
  }),
}

export const Closure = resourceSchema('Closure', {
  id: idOf('closure'),
  locationId: idOf('location')
    .nullable()
    .meta({ description: 'null: all locations, each by its own calendar.', example: null }),
  ...members,
  ...archivableMembers,
})
export type Closure = z.infer<typeof Closure>

export const CreateClosure = z
  .strictObject({
    ...members,
    locationId: idOf('location').exactOptional().meta({ description: 'Default: all locations.' }),
    endsOn: members.endsOn
      .exactOptional()
      .meta({ description: 'Inclusive. Defaults to the first.', example: '2026-12-26' }),
    countsAsWorkingDay: members.countsAsWorkingDay.exactOptional().meta({
      description:
        'Defaults to false: the days do not count as working days of early intervention either.',
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
    locationId: idOf('location')
      .nullable()
      .exactOptional()
      .meta({ description: 'null: all locations, each by its own calendar.' }),
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
