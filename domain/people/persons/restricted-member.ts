import { z } from 'zod'

/** Of a child or a client: since when its data is restricted (docs/access.md). */
export const restrictedMember = {
  restrictedAt: z.iso.datetime().nullable().meta({
    description: 'Since when processing is restricted: the record is stored but cannot change.',
    example: null,
  }),
}
