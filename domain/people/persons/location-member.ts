import { exampleId, idOf } from '#platform/core/records/ids.ts'

/** The location member of a child and of a client. */
export const locationMember = {
  locationId: idOf('location')
    .nullable()
    .meta({
      description:
        'The location that the family belongs to, whose users always see the record; null if there is none. Callers bound to one location can register only for that location.',
      example: exampleId('location'),
    }),
}
