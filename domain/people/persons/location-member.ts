import { exampleId, idOf } from '#platform/core/records/ids.ts'

/** Of a child and a client. */
export const locationMember = {
  locationId: idOf('location')
    .nullable()
    .meta({
      description:
        'The location that the family belongs to, whose users see it always; null for none. Who is bound to one location registers for it.',
      example: exampleId('location'),
    }),
}
